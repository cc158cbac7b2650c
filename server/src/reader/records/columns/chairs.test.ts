import { describe, expect, it } from 'vitest'
import { readSaid } from '../../../../test/support/web/read-html.ts'

// Chairs, boards and authors with their roles and homes, as pages in several languages write them.

const pages = [
  {
    name: 'has roles before names',
    url: 'https://asociacion.example/junta-directiva',
    title: 'Junta Directiva - Asociación Amigos del Telar',
    language: 'es',
    body: `
        <h1>Junta Directiva</h1>
        <ul><li><strong>Presidenta:</strong> Rosalía Fuenmayor</li>
        <li><strong>Vicepresidente:</strong> Ildefonso Carrasco</li>
        <li><strong>Secretaria:</strong> Maite Urrutia</li>
        <li><strong>Tesorero:</strong> Gonzalo Peñalver</li>
        <li><strong>Vocal:</strong> Nuria Escribano</li>
        <li><strong>Vocal:</strong> Teófilo Garrido</li>
        </ul>
        <footer>© 2024 Asociación Amigos del Telar</footer>`,
    says: [
      'person Ildefonso Carrasco',
      'person Maite Urrutia',
      'person Teófilo Garrido',
      'Rosalía Fuenmayor member_of Asociación Amigos del Telar',
      'Nuria Escribano member_of Asociación Amigos del Telar',
      'Gonzalo Peñalver job_title Tesorero',
      'Rosalía Fuenmayor job_title Presidenta',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has roles in one paragraph and members below',
    url: 'https://asso.example/bureau',
    title: 'Le bureau — Les Amis du Canal',
    language: 'fr',
    body: `
        <h1>Le bureau</h1>
        <p><b>Présidente :</b> Solène Quémeneur<br><b>Vice-président :</b> Gaëtan Lebreton<br><b>Trésorière :</b> Odile Charpin<br><b>Secrétaire :</b> Hervé Mauduit</p>
        <h2>Membres du conseil d'administration</h2>
        <ul><li>Clotilde Vasseur, membre fondatrice</li>
        <li>Anatole Ferrand</li>
        <li>Brigitte Poulain, représentante de la mairie</li>
        <li>Rémi Coustou</li>
        </ul>
        <footer>© Les Amis du Canal 2024</footer>`,
    says: [
      'person Gaëtan Lebreton',
      'person Hervé Mauduit',
      'person Clotilde Vasseur',
      'person Brigitte Poulain',
      'person Rémi Coustou',
      'Solène Quémeneur job_title Présidente',
      'Odile Charpin job_title Trésorière',
      'Anatole Ferrand member_of Les Amis du Canal',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has footnotes for institutions',
    url: 'https://workshop.example/committee.html',
    title: 'Committee | Workshop on Knots 2023',
    language: 'en',
    body: `
        <h1>Workshop on Knots 2023</h1>
        <h2>Program committee</h2>
        <p>Orla Brannigan<sup>1</sup>, Tobias Frenzel<sup>2</sup>, Mei-Ling Zhao<sup>1,3</sup>, Kwabena Asante<sup>2</sup></p>
        <p><sup>1</sup> University of Galway<br><sup>2</sup> Technical University of Delft<br><sup>3</sup> Institute of Rope Science</p>`,
    says: [
      'Orla Brannigan works_for University of Galway',
      'Tobias Frenzel works_for Technical University of Delft',
      'Mei-Ling Zhao works_for University of Galway',
      'Mei-Ling Zhao works_for Institute of Rope Science',
      'Kwabena Asante works_for Technical University of Delft',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has small figures behind names and a list of institutions',
    url: 'https://symposium.example/abstracts/12',
    title: 'Fibres in cold water',
    language: 'en',
    body: `
        <h1>Fibres in cold water</h1>
        <p class="authors">Ingrid Solheim¹, Patrick O’Dowd², Zsófia Kertész¹</p>
        <ul class="aff"><li>¹ University of Bergen, Norway</li>
        <li>² Marine Institute, Galway</li>
        </ul>
        <p>We study how fibres behave when the water is cold and the load is high.</p>`,
    says: ['Ingrid Solheim works_for University of Bergen', 'Zsófia Kertész works_for University of Bergen'],
    leaves: [] as string[],
  },
  {
    name: 'has family names in capitals',
    url: 'https://assoc.example/participants',
    title: 'List of participants - Rope Summit 2022',
    language: 'en',
    body: `
        <h1>List of participants</h1>
        <table><tr><td>1</td><td>ABUBAKAR Halima</td><td>Ministry of Fisheries</td><td>Nigeria</td></tr>
        <tr><td>2</td><td>BJØRNSTAD Eivind</td><td>Norwegian Rope Association</td><td>Norway</td></tr>
        <tr><td>3</td><td>CALLEJAS Inés</td><td>Universidad de Cádiz</td><td>Spain</td></tr>
        <tr><td>4</td><td>DRAGOMIR Vlad</td><td>Harbour Authority of Constanța</td><td>Romania</td></tr>
        <tr><td>5</td><td>EZEKWESILI Chidi</td><td>Lagos Cordage</td><td>Nigeria</td></tr>
        </table>`,
    says: [
      'person Eivind Bjørnstad',
      'person Vlad Dragomir',
      'Halima Abubakar works_for Ministry of Fisheries',
      'Inés Callejas works_for Universidad de Cádiz',
      'Chidi Ezekwesili works_for Lagos Cordage',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has institutions that only emphasis sets apart',
    url: 'https://school.example/lecturers',
    title: 'Lecturers – Summer School on Sails 2024',
    language: 'en',
    body: `
        <h1>Lecturers</h1>
        <ul><li>Orla Brannigan <em>University of Galway</em></li>
        <li>Tobias Frenzel <em>TU Delft</em></li>
        <li>Mei-Ling Zhao <em>Institute of Rope Science</em></li>
        <li>Kwabena Asante <em>University of Ghana</em></li>
        </ul>`,
    says: [
      'person Mei-Ling Zhao',
      'Orla Brannigan works_for University of Galway',
      'Tobias Frenzel works_for TU Delft',
      'Kwabena Asante works_for University of Ghana',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a heading for each role',
    url: 'https://icrs.example/organization',
    title: 'Organization – ICRS 2023',
    language: 'en',
    body: `
        <h1>Organization</h1>
        <h2>General Chair</h2>
        <p>Winifred Ashdown, University of Hull, UK</p>
        <h2>Program Chairs</h2>
        <p>Tunde Bakare, Lagos Cordage, Nigeria</p>
        <p>Li Qiang, Tsinghua University, China</p>
        <h2>Publicity Chair</h2>
        <p>Inés Callejas, Universidad de Cádiz, Spain</p>
        <h2>Local Arrangements Chair</h2>
        <p>Eivind Bjørnstad, NTNU, Norway</p>`,
    says: [
      'Winifred Ashdown works_for University of Hull',
      'Tunde Bakare works_for Lagos Cordage',
      'Li Qiang works_for Tsinghua University',
      'Inés Callejas works_for Universidad de Cádiz',
      'Eivind Bjørnstad works_for NTNU',
      'Winifred Ashdown organizer_of ICRS 2023',
      'Winifred Ashdown job_title General Chair',
      'Inés Callejas job_title Publicity Chair',
    ],
    leaves: ['object General Chair', 'object Program Chairs'] as string[],
  },
  {
    name: 'has definitions',
    url: 'https://congreso.example/organizacion',
    title: 'Organización - Congreso Internacional de Nudos 2024',
    language: 'es',
    body: `
        <h1>Organización</h1>
        <dl><dt>Coordinación general</dt>
        <dd>Amaranta Quiroga (USAL)</dd>
        <dt>Comité local</dt>
        <dd>Bernabé Lozoya (UdeG)</dd>
        <dd>Citlali Montemayor (UNAM)</dd>
        <dt>Comunicación</dt>
        <dd>Efrén Zaldívar (UNC)</dd>
        <dt>Finanzas</dt>
        <dd>Itziar Goikoetxea (UPV/EHU)</dd>
        </dl>`,
    says: [
      'person Bernabé Lozoya',
      'person Itziar Goikoetxea',
      'Amaranta Quiroga works_for USAL',
      'Citlali Montemayor works_for UNAM',
      'Efrén Zaldívar works_for UNC',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has authors with institutions below titles',
    url: 'https://sbx2022.example.br/artigos-aceitos',
    title: 'Artigos Aceitos - SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Artigos Aceitos</h1>
        <h2>Trilha Principal</h2>
        <ul><li><strong>Detecção de nós em redes de pesca</strong><br>Jussara Tavares (UFPB), Edimilson Queiroz (UFPB), Dirce Yamashita (USP)</li>
        <li><strong>Uma análise de cordas sob tração</strong><br>Thales Bittencourt (UFABC), Iracema Vasques (UNIFEI)</li>
        <li><strong>Malhas: um estudo de caso</strong><br>Caio Mossoró (CESAR School), Fabiane Drozdowski (UTFPR)</li>
        <li><strong>Protocolos para boias conectadas</strong><br>Evandro Klipp (IFG), Nonato Peçanha (PUCPR)</li>
        </ul>`,
    says: [
      'event Detecção de nós em redes de pesca',
      'Jussara Tavares author_of Detecção de nós em redes de pesca',
      'Caio Mossoró author_of Malhas: um estudo de caso',
      'Jussara Tavares works_for UFPB',
      'Dirce Yamashita works_for USP',
      'Thales Bittencourt works_for UFABC',
      'Caio Mossoró works_for CESAR School',
      'Nonato Peçanha works_for PUCPR',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a paragraph for each committee',
    url: 'https://icx.example/committees',
    title: 'Committees | ICX 2021',
    language: 'en',
    body: `
        <h1>Committees</h1>
        <h2>Steering Committee</h2>
        <p>Winifred Ashdown (University of Hull), Tunde Bakare (Lagos Cordage), Li Qiang (Tsinghua University), Inés Callejas (Universidad de Cádiz), Orla Brannigan (University of Galway)</p>
        <h2>Program Committee</h2>
        <p>Eivind Bjørnstad (NTNU), Kwabena Asante (University of Ghana), Zsófia Kertész (ELTE), Vlad Dragomir (University of Bucharest)</p>`,
    says: [
      'Winifred Ashdown works_for University of Hull',
      'Tunde Bakare works_for Lagos Cordage',
      'Inés Callejas works_for Universidad de Cádiz',
      'Eivind Bjørnstad works_for NTNU',
      'Zsófia Kertész works_for ELTE',
      'Vlad Dragomir works_for University of Bucharest',
      'Tunde Bakare organizer_of ICX 2021',
      'Zsófia Kertész organizer_of ICX 2021',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has roles before names and institutions behind',
    url: 'https://icx.example/org',
    title: 'ICX 2021',
    language: 'en',
    body: `
        <h1>ICX 2021 Organizing Committee</h1>
        <ul><li>General Chair: Winifred Ashdown (University of Hull)</li>
        <li>Program Chairs: Tunde Bakare (Lagos Cordage), Li Qiang (Tsinghua University)</li>
        <li>Local Chair: Inés Callejas (Universidad de Cádiz)</li>
        <li>Web Chair: Orla Brannigan (University of Galway)</li>
        </ul>`,
    says: [
      'person Orla Brannigan',
      'Winifred Ashdown works_for University of Hull',
      'Tunde Bakare works_for Lagos Cordage',
      'Li Qiang works_for Tsinghua University',
      'Inés Callejas works_for Universidad de Cádiz',
      'Winifred Ashdown job_title General Chair',
      'Winifred Ashdown organizer_of ICX 2021',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has authors with institutions beside titles',
    url: 'https://sbx2022.example.br/trabalhos',
    title: 'SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Trabalhos Aceitos</h1>
        <table><tr><td>Detecção de nós em redes de pesca</td><td>Jussara Tavares (UFPB), Edimilson Queiroz (UFPB), Dirce Yamashita (USP)</td></tr>
        <tr><td>Uma análise de cordas sob tração</td><td>Thales Bittencourt (UFABC), Iracema Vasques (UNIFEI)</td></tr>
        <tr><td>Malhas: um estudo de caso</td><td>Caio Mossoró (CESAR School), Fabiane Drozdowski (UTFPR)</td></tr>
        <tr><td>Protocolos para boias conectadas</td><td>Evandro Klipp (Instituto Federal de Goiás - Brasil), Nonato Peçanha (PUCPR)</td></tr>
        </table>`,
    says: [
      'event Detecção de nós em redes de pesca',
      'Jussara Tavares author_of Detecção de nós em redes de pesca',
      'Jussara Tavares works_for UFPB',
      'Dirce Yamashita works_for USP',
      'Thales Bittencourt works_for UFABC',
      'Nonato Peçanha works_for PUCPR',
    ],
    leaves: [] as string[],
  },
]

describe('a list of people', () => {
  it.each(pages)('$name', ({ says, leaves, ...page }) => {
    const said = readSaid(page)
    expect(said).toEqual(expect.arrayContaining(says))
    expect(said.filter((one) => leaves.includes(one))).toEqual([])
  })
})
