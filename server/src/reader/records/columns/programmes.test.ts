import { describe, expect, it } from 'vitest'
import { readSaid } from '../../../../test/support/web/read-html.ts'

// Programmes, talks and exhibitions, as pages in several languages write them.

const pages = [
  {
    name: 'has a table without headings',
    url: 'https://encuentro.example/programa',
    title: 'Programa | Encuentro de Tejedores 2024',
    language: 'es',
    body: `
        <h1>Programa</h1>
        <h2>Jueves 17 de octubre de 2024</h2>
        <table><tr><td>9:00 – 9:30</td><td>Registro</td><td></td></tr>
        <tr><td>9:30 – 10:15</td><td>Inauguración</td><td></td></tr>
        <tr><td>10:15 – 11:00</td><td>Hilos que cuentan historias</td><td>Citlali Montemayor</td></tr>
        <tr><td>11:00 – 11:30</td><td>Pausa para café</td><td></td></tr>
        <tr><td>11:30 – 12:15</td><td>El color de la cochinilla</td><td>Ramiro Huamán</td></tr>
        <tr><td>12:15 – 13:00</td><td>Telares de cintura en los Andes</td><td>Yolanda Chumacero</td></tr>
        <tr><td>13:00 – 15:00</td><td>Comida</td><td></td></tr>
        <tr><td>15:00 – 15:45</td><td>Tintes y memoria</td><td>Efrén Zaldívar</td></tr>
        <tr><td>18:00</td><td>Clausura</td><td></td></tr>
        </table>`,
    says: [
      'event Hilos que cuentan historias',
      'event Tintes y memoria',
      'Citlali Montemayor speaker_at Hilos que cuentan historias',
      'Ramiro Huamán speaker_at El color de la cochinilla',
      'Hilos que cuentan historias part_of Encuentro de Tejedores 2024',
    ],
    leaves: [
      'event Registro',
      'event Pausa para café',
      'event Comida',
      'event Clausura',
      'event Inauguración',
    ] as string[],
  },
  {
    name: 'has spans of days',
    url: 'https://museo.example/mostre/',
    title: 'Mostre | Museo delle Reti',
    language: 'it',
    body: `
        <h1>Mostre</h1>
        <div class="mostra"><a href="/mostre/nodi"><h3>Nodi e cordami</h3>
        </a><p class="data">12 maggio – 3 settembre 2024</p>
        <p>Una mostra sui nodi dei marinai.</p>
        </div>
        <div class="mostra"><a href="/mostre/vele"><h3>Vele al terzo</h3>
        </a><p class="data">20 settembre 2024 – 12 gennaio 2025</p>
        <p>Le vele dell'Adriatico.</p>
        </div>
        <div class="mostra"><a href="/mostre/ombre"><h3>Ombre sull'acqua</h3>
        </a><p class="data">2 febbraio – 30 aprile 2025</p>
        <p>Fotografie di Ida Lorenzon.</p>
        </div>`,
    says: [
      'event Nodi e cordami',
      'event Vele al terzo',
      "event Ombre sull'acqua",
      'Nodi e cordami when 2024-05-12/2024-09-03',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has days without a year',
    url: 'https://festival.example/programme',
    title: 'Programme — Festival des Brumes 2024',
    language: 'fr',
    body: `
        <h1>Programme</h1>
        <h2>Vendredi 14 juin</h2>
        <div class="event"><span class="time">20h30</span> <h3><a href="/spectacles/nuit">La nuit des bateliers</a></h3>
        <p class="artist">Compagnie Les Embruns</p>
        <p class="place">Théâtre municipal</p>
        </div>
        <div class="event"><span class="time">22h00</span> <h3><a href="/spectacles/quai">Quai numéro sept</a></h3>
        <p class="artist">Maud Kerbrat</p>
        <p class="place">Le Hangar</p>
        </div><h2>Samedi 15 juin</h2>
        <div class="event"><span class="time">18h00</span> <h3><a href="/spectacles/seiche">Concert à marée basse</a></h3>
        <p class="artist">Ensemble Varech</p>
        <p class="place">Chapelle Saint-Guénolé</p>
        </div>
        <div class="event"><span class="time">21h00</span> <h3><a href="/spectacles/sel">Le sel et la corde</a></h3>
        <p class="artist">Yannick Guivarch</p>
        <p class="place">Théâtre municipal</p>
        </div>
<section><h2>Nos partenaires</h2>
        <div class="logos"><img src="1.png" alt="Région Bretagne"><img src="2.png" alt="Ville de Douarnenez"><img src="3.png" alt="Crédit Maritime"></div></section>`,
    says: [
      'event La nuit des bateliers',
      'event Quai numéro sept',
      'event Concert à marée basse',
      'event Le sel et la corde',
      'person Maud Kerbrat',
      'person Yannick Guivarch',
      'object Crédit Maritime',
      'object Ville de Douarnenez',
      'La nuit des bateliers part_of Festival des Brumes 2024',
      'La nuit des bateliers when 2024-06-14',
      'Crédit Maritime partner_of Festival des Brumes 2024',
    ],
    leaves: ['Maud Kerbrat works_for Le Hangar'] as string[],
  },
  {
    name: 'has cards in links, and a team',
    url: 'https://museum.example/tentoonstellingen',
    title: 'Tentoonstellingen - Museum Het Veerhuis',
    language: 'nl',
    body: `
        <h1>Tentoonstellingen</h1>
        <h2>Nu te zien</h2>
        <ul class="grid"><li><a href="/tentoonstellingen/zeilen"><img src="z.jpg" alt="Zeilen boven de polder"><span class="title">Zeilen boven de polder</span><span class="date">12 mei t/m 3 september 2024</span></a></li>
        <li><a href="/tentoonstellingen/touw"><img src="t.jpg" alt=""><span class="title">Touw en teer</span><span class="date">1 juni 2024 t/m 12 januari 2025</span></a></li>
        <li><a href="/tentoonstellingen/veer"><img src="v.jpg" alt=""><span class="title">Het veer van Griet Mulder</span><span class="date">3 juli t/m 30 november 2024</span></a></li>
        </ul>
<h2>Team</h2>
        <dl><dt>Directeur</dt>
        <dd>Marijke Oosterveen</dd>
        <dt>Conservator</dt>
        <dd>Sjoerd Wiersma</dd>
        <dt>Educatie</dt>
        <dd>Fenna Kuperus</dd>
        <dt>Vrijwilligers</dt>
        <dd>Wobbe Hoekstra, Tineke Brandsma</dd>
        </dl>`,
    says: [
      'event Zeilen boven de polder',
      'event Touw en teer',
      'event Het veer van Griet Mulder',
      'Touw en teer when 2024-06-01/2025-01-12',
      'person Sjoerd Wiersma',
      'person Fenna Kuperus',
      'person Wobbe Hoekstra',
      'Marijke Oosterveen job_title Directeur',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has times before titles',
    url: 'https://conf.example/programacao',
    title: 'Programação | Fórum das Redes 2024',
    language: 'pt',
    body: `
        <h1>Programação</h1>
        <h2>Dia 1 – 12 de março de 2024</h2>
        <ul><li><span class="hora">08:00</span> <b>Credenciamento</b></li>
        <li><span class="hora">09:00</span> <b>Abertura</b></li>
        <li><span class="hora">09:30</span> <b>As redes que não vemos</b> <span class="palestrante">Iracema Vasques (UNIFEI)</span> <span class="sala">Auditório A</span></li>
        <li><span class="hora">10:30</span> <b>Intervalo</b></li>
        <li><span class="hora">11:00</span> <b>Malhas abertas na cidade</b> <span class="palestrante">Caio Mossoró (CESAR School)</span> <span class="sala">Sala 2</span></li>
        <li><span class="hora">12:00</span> <b>Almoço</b></li>
        <li><span class="hora">14:00</span> <b>Pescar dados em alto mar</b> <span class="palestrante">Dirce Yamashita (USP)</span> <span class="sala">Sala 2</span></li>
        <li><span class="hora">15:00</span> <b>Cordas e nuvens</b> <span class="palestrante">Evandro Klipp (IFG)</span> <span class="sala">Auditório A</span></li>
        </ul>`,
    says: [
      'event As redes que não vemos',
      'event Malhas abertas na cidade',
      'event Pescar dados em alto mar',
      'Iracema Vasques speaker_at As redes que não vemos',
      'Dirce Yamashita speaker_at Pescar dados em alto mar',
      'As redes que não vemos part_of Fórum das Redes 2024',
      'As redes que não vemos when 2024-03-12',
      'Iracema Vasques works_for UNIFEI',
    ],
    leaves: ['event Credenciamento', 'event Abertura', 'event Intervalo', 'event Almoço'] as string[],
  },
  {
    name: 'has tracks over titles',
    url: 'https://conf.example/program',
    title: 'Program – ICRS 2023',
    language: 'en',
    body: `
        <h1>Program</h1>
        <h2>Tuesday, June 6, 2023</h2>
        <table><tr><th>Time</th><th>Session</th></tr>
        <tr><td>09:00-10:00</td><td><b>KEYNOTE</b><br>What ropes remember<br><i>Winifred Ashdown, University of Hull</i></td></tr>
        <tr><td>10:00-10:30</td><td>Coffee Break</td></tr>
        <tr><td>10:30-11:00</td><td><b>MATERIALS AND FIBRES</b><br>Hemp in the cold<br><i>Tunde Bakare, Lagos Cordage</i></td></tr>
        <tr><td>11:00-11:30</td><td><b>MATERIALS AND FIBRES</b><br>Nylon under load<br><i>Li Qiang, Tsinghua University</i></td></tr>
        <tr><td>11:30-12:00</td><td><b>SPLICING</b><br>A calculus of splices<br><i>Inés Callejas, Universidad de Cádiz</i></td></tr>
        </table>`,
    says: [
      'event What ropes remember',
      'event Hemp in the cold',
      'event Nylon under load',
      'event A calculus of splices',
      'Winifred Ashdown speaker_at What ropes remember',
      'Li Qiang speaker_at Nylon under load',
      'Winifred Ashdown works_for University of Hull',
      'Li Qiang works_for Tsinghua University',
    ],
    leaves: [
      'event KEYNOTE',
      'person KEYNOTE',
      'event MATERIALS AND FIBRES',
      'object MATERIALS AND FIBRES',
      'event SPLICING',
    ] as string[],
  },
  {
    name: 'has chairs and speakers behind labels',
    url: 'https://sbx2022.example.br/programacao',
    title: 'Programação - SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Programação</h1>
        <h2>Terça-feira, 13 de setembro de 2022</h2>
        <table><tr><td>08:30-10:00</td><td><b>Sessão Técnica 1: Cordas</b><br>Chair: Gilvan Nepomuceno (UFMG)<br>Detecção de nós em redes de pesca<br>Uma análise de cordas sob tração</td></tr>
        <tr><td>10:00-10:30</td><td>Coffee Break</td></tr>
        <tr><td>10:30-12:00</td><td><b>Palestra: O futuro das redes</b><br>Palestrante: Itziar Goikoetxea (UPV/EHU)</td></tr>
        <tr><td>12:00-14:00</td><td>Almoço</td></tr>
        <tr><td>14:00-16:00</td><td><b>Sessão Técnica 2: Malhas</b><br>Chair: Jussara Tavares (UFPB)<br>Malhas: um estudo de caso</td></tr>
        </table>`,
    says: [
      'person Jussara Tavares',
      'event Sessão Técnica 1: Cordas',
      'event Palestra: O futuro das redes',
      'Itziar Goikoetxea speaker_at Palestra: O futuro das redes',
      'Itziar Goikoetxea works_for UPV/EHU',
      'Gilvan Nepomuceno works_for UFMG',
    ],
    leaves: ['event Almoço', 'event Coffee Break'] as string[],
  },
  {
    name: 'has titles behind labels in cards of speakers',
    url: 'https://sbx2022.example.br/palestrantes',
    title: 'Palestrantes - SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Palestrantes</h1>
        <div class="speaker"><h3>Itziar Goikoetxea (UPV/EHU)</h3>
        <p><strong>Título:</strong> O futuro das redes</p>
        <p><strong>Resumo:</strong> Nesta palestra vamos ver como as redes mudaram e o que ainda falta fazer nos próximos anos.</p>
        <p><strong>Bio:</strong> Professora da Universidade do País Basco.</p>
        </div>
        <div class="speaker"><h3>Nonato Peçanha (PUCPR)</h3>
        <p><strong>Título:</strong> Cordas quânticas</p>
        <p><strong>Resumo:</strong> A palestra mostra o estado da arte das cordas quânticas e de suas aplicações no mar.</p>
        <p><strong>Bio:</strong> Professor titular.</p>
        </div>
        <div class="speaker"><h3>Dirce Yamashita (USP)</h3>
        <p><strong>Título:</strong> Nós e laços</p>
        <p><strong>Resumo:</strong> Um panorama da teoria dos nós para quem trabalha no porto todos os dias.</p>
        <p><strong>Bio:</strong> Pesquisadora.</p>
        </div>`,
    says: [
      'Itziar Goikoetxea works_for UPV/EHU',
      'Nonato Peçanha works_for PUCPR',
      'Dirce Yamashita works_for USP',
      'Nonato Peçanha speaker_at SBX 2022',
      'event O futuro das redes',
      'Itziar Goikoetxea speaker_at O futuro das redes',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has days before everything',
    url: 'https://heimatverein.example/termine',
    title: 'Termine – Heimatverein Auental',
    language: 'de',
    body: `
        <h1>Termine 2024</h1>
        <ul><li><b>12.5. – 3.9.2024</b> Sonderausstellung „Seile und Taue“, Heimatmuseum Auental</li>
        <li><b>15.06.2024, 19:30 Uhr</b> Vortrag von Dr. Knut Lüdemann: Die Reepschläger an der Aue, Gasthof Linde</li>
        <li><b>07.07.2024</b> Sommerfest, Dorfplatz</li>
        <li><b>22.09.2024</b> Wanderung zur alten Seilerbahn, Treffpunkt Bahnhof</li>
        </ul>
        <footer>© Heimatverein Auental e.V.</footer>`,
    says: ['person Knut Lüdemann'],
    leaves: [] as string[],
  },
  {
    name: 'has days, speakers and titles in one line',
    url: 'https://lab.example/seminari/',
    title: 'Seminari – Laboratorio Navale',
    language: 'it',
    body: `
        <h1>Seminari 2024</h1>
        <ul><li><strong>15 gennaio 2024, ore 14:30</strong> – Fiorenza Gallinari (Università di Pavia), <em>Nodi e reti nel Mediterraneo</em></li>
        <li><strong>12 febbraio 2024, ore 14:30</strong> – Ettore Malaspina (Politecnico di Torino), <em>La fisica delle corde</em></li>
        <li><strong>18 marzo 2024, ore 15:00</strong> – Sveva Cattaneo (Sapienza Università di Roma), <em>Vele e modelli</em></li>
        <li><strong>22 aprile 2024, ore 14:30</strong> – Nazario Brizzi (CNR-ISMAR), <em>Correnti in laguna</em></li>
        </ul>`,
    says: [
      'person Sveva Cattaneo',
      'event Nodi e reti nel Mediterraneo',
      'event La fisica delle corde',
      'Fiorenza Gallinari works_for Università di Pavia',
      'Ettore Malaspina works_for Politecnico di Torino',
      'Nazario Brizzi works_for CNR-ISMAR',
      'Nodi e reti nel Mediterraneo when 2024-01-15',
      'Fiorenza Gallinari speaker_at Nodi e reti nel Mediterraneo',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has times before titles and speakers behind',
    url: 'https://meet.example/schedule',
    title: 'Schedule | RopeCamp 2024',
    language: 'en',
    body: `
        <h1>Schedule</h1>
        <h2>Saturday 14 September 2024</h2>
        <ul><li>9:00 – Registration and coffee</li>
        <li>9:45 – Welcome</li>
        <li>10:00 – What ropes remember (Winifred Ashdown)</li>
        <li>10:45 – Hemp in the cold (Tunde Bakare)</li>
        <li>11:30 – Break</li>
        <li>11:45 – Nylon under load (Li Qiang)</li>
        <li>12:30 – Lunch</li>
        <li>14:00 – A calculus of splices (Inés Callejas)</li>
        </ul>`,
    says: [
      'event What ropes remember',
      'event A calculus of splices',
      'Tunde Bakare speaker_at Hemp in the cold',
      'What ropes remember part_of RopeCamp 2024',
      'What ropes remember when 2024-09-14',
    ],
    leaves: ['event Break', 'event Lunch', 'event Welcome'] as string[],
  },
]

describe('a programme', () => {
  it.each(pages)('$name', ({ says, leaves, ...page }) => {
    const said = readSaid(page)
    expect(said).toEqual(expect.arrayContaining(says))
    expect(said.filter((one) => leaves.includes(one))).toEqual([])
  })
})
