import { describe, expect, it } from 'vitest'
import { readSaid } from '../../../../test/support/web/read-html.ts'

// Teams, clubs, registers and sponsors, as pages in several languages write them.

const pages = [
  {
    name: 'has small teams below headings',
    url: 'https://lab.example/persone/',
    title: 'Persone – Laboratorio Navale',
    language: 'it',
    body: `
        <h1>Persone</h1>
        <h2>Docenti</h2>
        <div class="row"><div class="col"><img src="a.jpg" alt=""><h4>Fiorenza Gallinari</h4>
        <p><em>Professoressa ordinaria</em></p>
        <p><small>Università di Pavia</small></p>
        </div>
        <div class="col"><img src="b.jpg" alt=""><h4>Ettore Malaspina</h4>
        <p><em>Ricercatore</em></p>
        <p><small>Politecnico di Torino</small></p>
        </div></div>
<h2>Dottorandi</h2>
        <div class="row"><div class="col"><h4>Ludovica Ferraris</h4>
        <p><em>Dottoranda</em></p>
        <p><small>Università di Pavia</small></p>
        </div>
        <div class="col"><h4>Sveva Cattaneo</h4>
        <p><em>Dottoranda</em></p>
        <p><small>Sapienza Università di Roma</small></p>
        </div>
        <div class="col"><h4>Nazario Brizzi</h4>
        <p><em>Assegnista di ricerca</em></p>
        <p><small>CNR</small></p>
        </div></div>`,
    says: [
      'Fiorenza Gallinari works_for Università di Pavia',
      'Ettore Malaspina works_for Politecnico di Torino',
      'Ludovica Ferraris works_for Università di Pavia',
      'Sveva Cattaneo works_for Sapienza Università di Roma',
      'Nazario Brizzi works_for CNR',
      'Fiorenza Gallinari job_title Professoressa ordinaria',
      'Nazario Brizzi job_title Assegnista di ricerca',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a register with rare names',
    url: 'https://edition.example/register/personen',
    title: 'Personenregister – Edition Kalterer',
    language: 'de',
    body: `
        <h1>Personenregister</h1>
        <ul><li><a href="/p1">Achleitner, Crescentia (1804–1871)</a>, Wirtin in Kufstein</li>
        <li><a href="/p2">Bzdyl, Onufry (1799–1860)</a>, Uhrmacher</li>
        <li><a href="/p3">Dworzak von Kulmburg, Eduard</a>, k. k. Hauptmann</li>
        <li><a href="/p4">Ehrlacher, Vinzenz (1811–1889)</a>, Kaufmann in Bozen</li>
        <li><a href="/p5">Fröschl, Walburga</a></li>
        <li><a href="/p6">Gspan, Ottokar (1820–1902)</a>, Apotheker</li>
        </ul>`,
    says: [
      'person Crescentia Achleitner',
      'person Onufry Bzdyl',
      'person Eduard Dworzak von Kulmburg',
      'person Vinzenz Ehrlacher',
      'person Walburga Fröschl',
      'person Ottokar Gspan',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a board in a table',
    url: 'https://tvmuster.example/verein/vorstand',
    title: 'Vorstand – Turnverein Oberlunkhofen',
    language: 'de-CH',
    body: `
        <h1>Vorstand</h1>
        <table><tr><td>Präsident</td><td>Reto Hürlimann</td><td>079 000 00 01</td></tr>
        <tr><td>Aktuarin</td><td>Regula Zgraggen</td><td>079 000 00 02</td></tr>
        <tr><td>Kassier</td><td>Urs Nägeli</td><td>079 000 00 03</td></tr>
        <tr><td>J+S-Coach</td><td>Corinne Stäheli</td><td>079 000 00 04</td></tr>
        <tr><td>Materialwart</td><td>Beat Imhof</td><td></td></tr>
        </table>
<h2>Spielplan</h2>
        <table><tr><td>Sa 14.09.2024</td><td>17:00</td><td>TV Oberlunkhofen</td><td>HC Reusstal</td><td>24:21</td></tr>
        <tr><td>Sa 21.09.2024</td><td>15:30</td><td>BSV Wohlen</td><td>TV Oberlunkhofen</td><td>19:27</td></tr>
        <tr><td>So 29.09.2024</td><td>11:00</td><td>TV Oberlunkhofen</td><td>Handball Seetal</td><td>22:22</td></tr>
        <tr><td>Sa 05.10.2024</td><td>18:00</td><td>HC Mutschellen</td><td>TV Oberlunkhofen</td><td>30:18</td></tr>
        </table>
        <footer>© Turnverein Oberlunkhofen</footer>`,
    says: [
      'person Urs Nägeli',
      'person Corinne Stäheli',
      'person Beat Imhof',
      'Reto Hürlimann job_title Präsident',
      'Regula Zgraggen member_of Turnverein Oberlunkhofen',
      'Regula Zgraggen job_title Aktuarin',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has roles and employers in one line',
    url: 'https://conf.example/speakers/',
    title: 'Speakers | RopeConf 2024',
    language: 'en',
    body: `
        <h1>Speakers</h1>
        <div class="speaker"><img src="x.jpg" alt="Ada Brennan"><h3>Ada Brennan</h3>
        <p class="tagline">CTO, Lashing Ltd</p>
        <p class="bio">Ada has worked on knots for ten years.</p>
        </div>
        <div class="speaker"><img src="x.jpg" alt="Femi Okonjo"><h3>Femi Okonjo</h3>
        <p class="tagline">Engineer at Splice Works</p>
        <p class="bio">Femi builds cranes and likes tea.</p>
        </div>
        <div class="speaker"><img src="x.jpg" alt="Hanneke de Wit"><h3>Hanneke de Wit</h3>
        <p class="tagline">Professor, Delft University of Technology</p>
        <p class="bio">Hanneke teaches mechanics.</p>
        </div>
        <div class="speaker"><img src="x.jpg" alt="Pradeep Nair"><h3>Pradeep Nair</h3>
        <p class="tagline">Independent</p>
        <p class="bio">Pradeep writes about sails.</p>
        </div>`,
    says: [
      'person Pradeep Nair',
      'Ada Brennan works_for Lashing Ltd',
      'Femi Okonjo works_for Splice Works',
      'Hanneke de Wit works_for Delft University of Technology',
      'Femi Okonjo speaker_at RopeConf 2024',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has single logos below levels',
    url: 'https://conf.example/sponsors/',
    title: 'Sponsors | RopeConf 2024',
    language: 'en',
    body: `
        <h1>Our Sponsors</h1>
        <h2>Platinum</h2>
        <div class="sponsors"><a href="https://lashing.example"><img src="l.png" alt="Lashing"></a></div><h2>Gold</h2>
        <div class="sponsors"><a href="https://hawser.example"><img src="h.png" alt="Hawser logo"></a><a href="https://bitt.example"><img src="b.png" alt="Bitt & Bollard"></a></div><h2>Media partners</h2>
        <div class="sponsors"><a href="https://knots.example"><img src="k.png" alt="Knot Magazine"></a></div>`,
    says: [
      'Lashing sponsor_of RopeConf 2024',
      'Hawser sponsor_of RopeConf 2024',
      'Bitt & Bollard sponsor_of RopeConf 2024',
      'Knot Magazine partner_of RopeConf 2024',
    ],
    leaves: ['object Platinum', 'object Gold'] as string[],
  },
  {
    name: 'has logos in rows',
    url: 'https://conf.example/patrocinadores',
    title: 'Patrocinadores | Fórum das Redes 2024',
    language: 'pt',
    body: `
        <h1>Patrocinadores</h1>
        <h3>Diamante</h3>
        <div class="row"><div class="c"><a href="https://amarra.example"><img src="a.png" alt="Amarra Digital"></a></div></div><h3>Ouro</h3>
        <div class="row"><div class="c"><a href="https://nosdigital.example"><img src="a.png" alt="Nós Tecnologia"></a></div><div class="c"><a href="https://cabo.example"><img src="a.png" alt="Cabo Verde Sistemas"></a></div></div><h3>Apoio institucional</h3>
        <div class="row"><div class="c"><img src="s.png" alt="SBC"></div><div class="c"><img src="s.png" alt="Prefeitura de Olinda"></div></div>`,
    says: [
      'Amarra Digital sponsor_of Fórum das Redes 2024',
      'Nós Tecnologia sponsor_of Fórum das Redes 2024',
      'Cabo Verde Sistemas sponsor_of Fórum das Redes 2024',
      'object SBC',
      'object Prefeitura de Olinda',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has fields of classes',
    url: 'https://dept.example/people/faculty',
    title: 'Faculty | Department of Cordage',
    language: 'en',
    body: `
        <h1>Faculty</h1>
        <div class="views-row"><div class="name"><a href="/people/a">Winifred Ashdown</a></div><div class="title">Associate Professor</div><div class="mail">w@dept.example</div></div>
        <div class="views-row"><div class="name"><a href="/people/b">Tunde Bakare</a></div><div class="title">Senior Lecturer in Splicing</div><div class="mail">t@dept.example</div></div>
        <div class="views-row"><div class="name"><a href="/people/c">Li Qiang</a></div><div class="title">Emeritus Professor</div><div class="mail">l@dept.example</div></div>`,
    says: ['person Winifred Ashdown', 'person Li Qiang', 'Tunde Bakare job_title Senior Lecturer in Splicing'],
    leaves: [] as string[],
  },
  {
    name: 'has candidates with constituencies',
    url: 'https://party.example/candidates',
    title: 'Our candidates | Harbour Party',
    language: 'en',
    body: `
        <h1>Our candidates</h1>
        <ul class="cands"><li><h4>Saoirse Devlin</h4>
        <span>Dublin Bay North</span></li>
        <li><h4>Conor McAteer</h4>
        <span>Galway West</span></li>
        <li><h4>Niamh Tuohy</h4>
        <span>Cork South-Central</span></li>
        <li><h4>Fergal Hanratty</h4>
        <span>Kerry</span></li>
        </ul>
        <footer>© Harbour Party</footer>`,
    says: ['person Saoirse Devlin', 'person Conor McAteer', 'person Niamh Tuohy', 'person Fergal Hanratty'],
    leaves: ['Saoirse Devlin works_for Dublin Bay North'] as string[],
  },
  {
    name: 'has cards of speakers',
    url: 'https://conf.example/palestrantes',
    title: 'Palestrantes | Semana da Rede 2024',
    language: 'pt-BR',
    body: `
        <h1>Palestrantes</h1>
        <div class="grid"><div class="team-member"><div class="pic"><img src="p.jpg" alt="Iracema Vasques"></div><h4>Iracema Vasques</h4>
        <span>Professora</span><p>Universidade Federal de Itajubá</p>
        </div>
        <div class="team-member"><div class="pic"><img src="p.jpg" alt="Caio Mossoró"></div><h4>Caio Mossoró</h4>
        <span>Engenheiro de Dados</span><p>Amarra Digital</p>
        </div>
        <div class="team-member"><div class="pic"><img src="p.jpg" alt="Dirce Yamashita"></div><h4>Dirce Yamashita</h4>
        <span>Pesquisadora</span><p>USP</p>
        </div>
        <div class="team-member"><div class="pic"><img src="p.jpg" alt="Evandro Klipp"></div><h4>Evandro Klipp</h4>
        <span>Analista</span><p>Nós Tecnologia</p>
        </div>
        <div class="team-member"><div class="pic"><img src="p.jpg" alt="Fabiane Drozdowski"></div><h4>Fabiane Drozdowski</h4>
        <span>Diretora</span><p>Instituto da Malha</p>
        </div></div>`,
    says: [
      'person Fabiane Drozdowski',
      'Iracema Vasques works_for Universidade Federal de Itajubá',
      'Caio Mossoró works_for Amarra Digital',
      'Dirce Yamashita works_for USP',
      'Evandro Klipp works_for Nós Tecnologia',
      'Iracema Vasques speaker_at Semana da Rede 2024',
      'Evandro Klipp job_title Analista',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has links to partners below headings',
    url: 'https://festa.example/soutiens',
    title: 'Ils nous soutiennent – Festival des Brumes 2024',
    language: 'fr',
    body: `
        <h1>Ils nous soutiennent</h1>
        <h2>Partenaires institutionnels</h2>
        <ul><li><a href="https://a.example">Région Bretagne</a></li>
        <li><a href="https://b.example">Ville de Douarnenez</a></li>
        </ul>
        <h2>Partenaires privés</h2>
        <ul><li><a href="https://c.example">Crédit Maritime</a></li>
        <li><a href="https://d.example">Conserverie La Belle Sardine</a></li>
        <li><a href="https://e.example">Chantier naval Kerbrat</a></li>
        </ul>
        <h2>Médias</h2>
        <ul><li><a href="https://f.example">Radio Brume</a></li>
        </ul>`,
    says: [
      'Région Bretagne partner_of Festival des Brumes 2024',
      'Crédit Maritime partner_of Festival des Brumes 2024',
      'Conserverie La Belle Sardine partner_of Festival des Brumes 2024',
      'Chantier naval Kerbrat partner_of Festival des Brumes 2024',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has roles that no list knows',
    url: 'https://club.example/team',
    title: 'Team | Stichting Het Veerhuis',
    language: 'nl',
    body: `
        <h1>Ons team</h1>
        <div class="member"><h3>Marijke Oosterveen</h3>
        <p>Directeur-bestuurder</p>
        <p><a href="mailto:m@v.example">m@v.example</a></p>
        </div>
        <div class="member"><h3>Sjoerd Wiersma</h3>
        <p>Conservator</p>
        <p><a href="mailto:s@v.example">s@v.example</a></p>
        </div>
        <div class="member"><h3>Fenna Kuperus</h3>
        <p>Educatie en publiek</p>
        <p><a href="mailto:f@v.example">f@v.example</a></p>
        </div><footer>© Stichting Het Veerhuis</footer>`,
    says: [
      'person Marijke Oosterveen',
      'person Fenna Kuperus',
      'Sjoerd Wiersma job_title Conservator',
      'Sjoerd Wiersma works_for Stichting Het Veerhuis',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has names in capitals',
    url: 'https://jornadas.example/ponentes',
    title: 'Ponentes - Jornadas de Telares 2024',
    language: 'es',
    body: `
        <h1>PONENTES</h1>
        <div class="p"><h3>AMARANTA QUIROGA</h3>
        <p>Universidad de Salamanca</p>
        </div>
        <div class="p"><h3>BERNABÉ LOZOYA</h3>
        <p>Universidad de Guadalajara</p>
        </div>
        <div class="p"><h3>MARÍA MONTEMAYOR</h3>
        <p>UNAM</p>
        </div>
        <div class="p"><h3>JOSÉ ZALDÍVAR</h3>
        <p>CONICET</p>
        </div>`,
    says: ['AMARANTA QUIROGA works_for Universidad de Salamanca', 'MARÍA MONTEMAYOR works_for UNAM'],
    leaves: [] as string[],
  },
  {
    name: 'has no people in menus and projects',
    url: 'https://lab.example/team/',
    title: 'Team – Harbour Lab',
    language: 'en',
    body: `
        <nav><ul><li><a href="/m">Our Mission</a></li>
        <li><a href="/v">Core Values</a></li>
        <li><a href="/h">Open Positions</a></li>
        </ul>
        </nav>
        <h1>Team</h1>
        <ul><li><a href="/r">Research Areas</a></li>
        <li><a href="/q">Quality Assurance</a></li>
        <li><a href="/c">Corporate Design</a></li>
        <li><a href="/s">Visitor Services</a></li>
        </ul>
        <h2>Projects</h2>
        <ul><li>Smart Ropes (EU)</li>
        <li>Green Harbour (BMBF)</li>
        <li>Open Sails (DFG)</li>
        </ul>`,
    says: [],
    leaves: [
      'person Our Mission',
      'person Core Values',
      'person Research Areas',
      'person Quality Assurance',
      'person Corporate Design',
      'person Smart Ropes',
      'person Green Harbour',
      'person Open Sails',
      'person Visitor Services',
    ] as string[],
  },
]

describe('a page', () => {
  it.each(pages)('$name', ({ says, leaves, ...page }) => {
    const said = readSaid(page)
    expect(said).toEqual(expect.arrayContaining(says))
    expect(said.filter((one) => leaves.includes(one))).toEqual([])
  })
})
