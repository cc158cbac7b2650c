import { describe, expect, it } from 'vitest'
import { isReadLanguage, languageName, tellLanguage } from './tell-language.ts'

const texts = {
  en: 'The society was founded in the nineteenth century by a small group of people who wanted to collect the letters and papers of their town. It has been open to everybody since then, and its members meet once a month in the old library.',
  de: 'Die Gesellschaft wurde im neunzehnten Jahrhundert von einer kleinen Gruppe gegründet, die Briefe und Papiere ihrer Stadt sammeln wollte. Sie steht seitdem allen offen, und ihre Mitglieder treffen sich einmal im Monat in der alten Bibliothek, um über neue Funde zu sprechen, die in den letzten Wochen eingegangen sind.',
  fr: 'La société a été fondée au dix-neuvième siècle par un petit groupe de personnes qui voulaient rassembler les lettres et les papiers de leur ville. Elle est depuis ouverte à tous, et ses membres se retrouvent une fois par mois dans la vieille bibliothèque.',
  nl: 'De vereniging werd in de negentiende eeuw opgericht door een kleine groep mensen die de brieven en papieren van hun stad wilden verzamelen. Zij staat sindsdien open voor iedereen, en de leden komen een keer per maand bijeen in de oude bibliotheek.',
  pt: 'A sociedade foi fundada no século dezenove por um pequeno grupo de pessoas que queria reunir as cartas e os papéis da sua cidade. Desde então está aberta a todos, e os seus membros encontram-se uma vez por mês na velha biblioteca.',
  es: 'La sociedad fue fundada en el siglo diecinueve por un pequeño grupo de personas que querían reunir las cartas y los papeles de su ciudad. Desde entonces está abierta a todos, y sus miembros se reúnen una vez al mes en la vieja biblioteca.',
  it: 'La società fu fondata nel diciannovesimo secolo da un piccolo gruppo di persone che volevano raccogliere le lettere e le carte della loro città. Da allora è aperta a tutti, e i suoi membri si incontrano una volta al mese nella vecchia biblioteca.',
  sv: 'Sällskapet grundades på artonhundratalet av en liten grupp människor som ville samla brev och papper från sin stad. Det har sedan dess varit öppet för alla, och medlemmarna träffas en gång i månaden i det gamla biblioteket för att tala om nya fynd som har kommit in under de senaste veckorna.',
  pl: 'Towarzystwo zostało założone w dziewiętnastym wieku przez małą grupę ludzi, którzy chcieli zebrać listy i dokumenty swojego miasta. Od tego czasu jest otwarte dla wszystkich, a jego członkowie spotykają się raz w miesiącu w starej bibliotece, aby rozmawiać o nowych znaleziskach z ostatnich tygodni.',
  ja: '協会は十九世紀に町の手紙と書類を集めようとした小さな人々の集まりによって設立されました。それ以来すべての人に開かれており、会員は月に一度古い図書館に集まります。',
}

describe('the language of a text', () => {
  it.each(Object.entries(texts))('is told: %s', (language, text) => {
    expect(tellLanguage(text, null)).toBe(language)
    for (const declared of ['en-US', 'de', 'x-none', 'und']) {
      expect(tellLanguage(text, declared)).toBe(declared.startsWith(language) ? declared : language)
    }
  })

  it('is what the page declares where there is little text, or only names', () => {
    expect(tellLanguage('Impressum', 'de-AT')).toBe('de-AT')
    expect(tellLanguage('Impressum', null)).toBeNull()
    expect(tellLanguage('Leo Thun, Wien, Karl Littrow, Praha, Joseph Berg, Roma, '.repeat(20), 'de')).toBe('de')
  })

  it('is one that is read, or not', () => {
    expect(['en-GB', 'de', 'pt-BR', null, 'und'].map(isReadLanguage)).toEqual([true, true, true, true, true])
    expect(['sv', 'pl-PL', 'nn', 'ja'].map(isReadLanguage)).toEqual([false, false, false, false])
    expect(languageName('sv-SE')).toBe('Swedish')
  })
})
