import { describe, expect, it } from 'vitest'
import { readSaid } from '../../../../test/support/web/read-html.ts'

// Committees with where their members come from, as pages in several languages write them.

const pages = [
  {
    name: 'has chairs below headings of their own',
    url: 'https://sbrt2023.example/comites.html',
    title: 'Comitês - SBRT 2023',
    language: 'pt-BR',
    body: `
        <nav><a href="/">Início</a> <a href="/chamadas.html">Chamadas</a></nav>
<h1>Comitês</h1>
        <h2>Coordenação Geral</h2>
        <ul><li>Jussara Tavares (UFPB)</li>
        <li>Edimilson Queiroz (UFPB)</li>
        </ul>
<h2>Comitê de Programa</h2>
        <h3>Coordenadores do Comitê de Programa</h3>
        <p>Thales Bittencourt (UFABC)<br>Iracema Vasques (UNIFEI)</p>
<h3>Membros</h3>
        <ul><li>Adalberto Quintela (UFRPE)</li>
        <li>Beatriz Sarmento (Universidade do Minho)</li>
        <li>Caio Mossoró (CESAR School)</li>
        <li>Dirce Yamashita (USP)</li>
        <li>Evandro Klipp (Instituto Federal de Goiás)</li>
        <li>Fabiane Drozdowski (UTFPR)</li>
        </ul>`,
    says: [
      'person Fabiane Drozdowski',
      'Jussara Tavares works_for UFPB',
      'Edimilson Queiroz works_for UFPB',
      'Thales Bittencourt works_for UFABC',
      'Iracema Vasques works_for UNIFEI',
      'Adalberto Quintela works_for UFRPE',
      'Beatriz Sarmento works_for Universidade do Minho',
      'Caio Mossoró works_for CESAR School',
      'Evandro Klipp works_for Instituto Federal de Goiás',
      'Jussara Tavares organizer_of SBRT 2023',
      'Thales Bittencourt organizer_of SBRT 2023',
      'Dirce Yamashita organizer_of SBRT 2023',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has institutions in the next line',
    url: 'https://congresso.example/organizacao/',
    title: 'Organização | XII Congresso Brasileiro de Cordas',
    language: 'pt-BR',
    body: `
        <header><h2>XII Congresso Brasileiro de Cordas</h2>
        </header><h1>Comissão Organizadora</h1>
<p><strong>Prof. Dr. Márcio Tenório</strong><br>Universidade Federal de Viçosa</p>
        <p><strong>Profa. Dra. Solange Abdalla</strong><br>Universidade Estadual de Campinas</p>
<p><strong>Profa. Dra. Neide Bortoloti</strong><br>Instituto Federal do Paraná</p>
        <p><strong>Me. Cícero Andrada</strong><br>Secretaria Municipal de Cultura</p>
<h2>Secretaria</h2>
        <p><strong>Luana Prates</strong><br>Universidade Federal de Viçosa</p>
        <h2>Apoio</h2>
        <ul class="logos"><li><a href="https://capes.example"><img src="capes.png" alt="CAPES"></a></li>
        <li><a href="https://cnpq.example"><img src="cnpq.png" alt="CNPq"></a></li>
        <li><a href="https://fapemig.example"><img src="f.png" alt="Logo FAPEMIG"></a></li>
        </ul>`,
    says: [
      'Márcio Tenório works_for Universidade Federal de Viçosa',
      'Solange Abdalla works_for Universidade Estadual de Campinas',
      'Neide Bortoloti works_for Instituto Federal do Paraná',
      'Cícero Andrada works_for Secretaria Municipal de Cultura',
      'Luana Prates works_for Universidade Federal de Viçosa',
      'object CAPES',
      'object CNPq',
      'object FAPEMIG',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has institutions behind commas and titles before names',
    url: 'https://jornadas.example/comite-cientifico',
    title: 'Comité Científico – Jornadas de Telares 2024',
    language: 'es',
    body: `
        <h1>Comité Científico</h1>
        <h3>Presidencia</h3>
        <p>Dra. Amaranta Quiroga, Universidad de Salamanca</p>
        <h3>Vocales</h3>
<ul><li>Dr. Bernabé Lozoya, Universidad de Guadalajara</li>
        <li>Dra. Citlali Montemayor, UNAM</li>
        <li>Dr. Efrén Zaldívar, Universidad Nacional de Córdoba</li>
        <li>Dra. Itziar Goikoetxea, Universidad del País Vasco</li>
        <li>Mtro. Ramiro Huamán, Pontificia Universidad Católica del Perú</li>
        <li>Dra. Yolanda Chumacero, Museo de América</li>
        </ul>`,
    says: [
      'person Amaranta Quiroga',
      'person Efrén Zaldívar',
      'Bernabé Lozoya works_for Universidad de Guadalajara',
      'Citlali Montemayor works_for UNAM',
      'Itziar Goikoetxea works_for Universidad del País Vasco',
      'Ramiro Huamán works_for Pontificia Universidad Católica del Perú',
      'Yolanda Chumacero works_for Museo de América',
      'Bernabé Lozoya organizer_of Jornadas de Telares 2024',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has institutions behind dashes',
    url: 'https://tagung.example/programmkomitee',
    title: 'Programmkomitee | Tagung Seilkunde 2025',
    language: 'de',
    body: `
        <h1>Programmkomitee</h1>
        <ul><li>Prof. Dr. Gudrun Allmendinger – Universität Hohenheim</li>
        <li>Prof. Dr.-Ing. Detlef Kranzbühler – TU Dortmund</li>
        <li>Dr. Heidrun Pfannenstiel – Fraunhofer IML</li>
        <li>PD Dr. Knut Lüdemann – Universität Rostock</li>
        <li>Prof. Dr. Ute Wonneberger – Hochschule Mittweida</li>
        </ul>`,
    says: [
      'Gudrun Allmendinger works_for Universität Hohenheim',
      'Detlef Kranzbühler works_for TU Dortmund',
      'Heidrun Pfannenstiel works_for Fraunhofer IML',
      'Knut Lüdemann works_for Universität Rostock',
      'Ute Wonneberger works_for Hochschule Mittweida',
      'Knut Lüdemann organizer_of Tagung Seilkunde 2025',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has lines of one paragraph',
    url: 'https://convegno.example/comitato',
    title: 'Comitato scientifico – Convegno Reti e Nodi 2023',
    language: 'it',
    body: `
        <h1>Comitato scientifico</h1>
        <p>Fiorenza Gallinari (Università di Pavia)<br/>Ettore Malaspina (Politecnico di Torino)<br/>Ludovica Ferraris (Università Ca' Foscari Venezia)<br/>Nazario Brizzi (CNR-ISMAR)<br/>Sveva Cattaneo (Sapienza)</p>
        <h2>Segreteria organizzativa</h2>
        <p>Oriana Balestrieri<br/>Guido Trombini</p>`,
    says: [
      'person Oriana Balestrieri',
      'person Guido Trombini',
      'Fiorenza Gallinari works_for Università di Pavia',
      'Ettore Malaspina works_for Politecnico di Torino',
      "Ludovica Ferraris works_for Università Ca' Foscari Venezia",
      'Nazario Brizzi works_for CNR-ISMAR',
      'Sveva Cattaneo works_for Sapienza',
      'Ettore Malaspina organizer_of Convegno Reti e Nodi 2023',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a line for each member and countries behind some',
    url: 'https://sbx2022.inf.example.br/comite-de-programa/',
    title: 'Comitê de Programa – SBX 2022',
    language: 'pt-BR',
    body: `
        <div class="entry-content"><h1 class="entry-title">Comitê de Programa</h1>
        <p>Adalberto Quintela – UFRPE<br>Beatriz Sarmento – Universidade do Minho, Portugal<br>Caio Mossoró – CESAR School<br>Dirce Yamashita – USP<br>Evandro Klipp – Instituto Federal de Goiás<br>Fabiane Drozdowski – UTFPR<br>Gilvan Nepomuceno – Universidade Federal de Minas Gerais (UFMG)</p>
        </div>`,
    says: [
      'Adalberto Quintela works_for UFRPE',
      'Beatriz Sarmento works_for Universidade do Minho',
      'Caio Mossoró works_for CESAR School',
      'Evandro Klipp works_for Instituto Federal de Goiás',
      'Gilvan Nepomuceno works_for Universidade Federal de Minas Gerais',
      'Caio Mossoró organizer_of SBX 2022',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has cards in rows below headings',
    url: 'https://sbx2022.example.br/organizacao',
    title: 'SBX 2022',
    language: 'pt-BR',
    body: `
        <nav><a href="/">Home</a></nav>
        <section><h2>Coordenação Geral</h2>
        <div class="row"><div class="col-md-3"><div class="card"><img src="a.jpg" class="card-img-top" alt="..."><div class="card-body"><h5 class="card-title">Jussara Tavares</h5>
        <p class="card-text">UFPB</p>
        </div></div></div>
        <div class="col-md-3"><div class="card"><img src="a.jpg" alt="..."><div class="card-body"><h5 class="card-title">Edimilson Queiroz</h5>
        <p class="card-text">UFPB</p>
        </div></div></div></div></section>
        <section><h2>Coordenação do Comitê de Programa</h2>
        <div class="row"><div class="col-md-3"><div class="card"><img src="a.jpg" alt="..."><div class="card-body"><h5 class="card-title">Thales Bittencourt</h5>
        <p class="card-text">UFABC</p>
        </div></div></div></div></section>
        <section><h2>Coordenação de Minicursos</h2>
        <div class="row"><div class="col-md-3"><div class="card"><img src="a.jpg" alt="..."><div class="card-body"><h5 class="card-title">Iracema Vasques</h5>
        <p class="card-text">UNIFEI</p>
        </div></div></div></div></section>
        <section><h2>Coordenação do CTDSeg</h2>
        <div class="row"><div class="col-md-3"><div class="card"><div class="card-body"><h5 class="card-title">Nonato Peçanha</h5>
        <p class="card-text">PUCPR</p>
        </div></div></div></div></section>`,
    says: [
      'Jussara Tavares works_for UFPB',
      'Edimilson Queiroz works_for UFPB',
      'Thales Bittencourt works_for UFABC',
      'Iracema Vasques works_for UNIFEI',
      'Nonato Peçanha works_for PUCPR',
      'Iracema Vasques organizer_of SBX 2022',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has boxes inside of boxes',
    url: 'https://foro.example/comite-organizador/',
    title: 'Comité Organizador - Foro de Redes 2023',
    language: 'es',
    body: `
        <div class="elementor"><div class="elementor-widget"><h2 class="elementor-heading-title">Comité Organizador</h2>
        </div>
        <div class="elementor-column"><div class="elementor-widget"><div class="elementor-image-box-wrapper"><figure class="elementor-image-box-img"><img src="x.png" alt=""></figure><div class="elementor-image-box-content"><h3 class="elementor-image-box-title">Amaranta Quiroga</h3>
        <p class="elementor-image-box-description">Universidad de Salamanca</p>
        </div></div></div></div>
        <div class="elementor-column"><div class="elementor-widget"><div class="elementor-image-box-wrapper"><figure class="elementor-image-box-img"><img src="x.png" alt=""></figure><div class="elementor-image-box-content"><h3 class="elementor-image-box-title">Bernabé Lozoya</h3>
        <p class="elementor-image-box-description">Universidad de Guadalajara</p>
        </div></div></div></div>
        <div class="elementor-column"><div class="elementor-widget"><div class="elementor-image-box-wrapper"><figure class="elementor-image-box-img"><img src="x.png" alt=""></figure><div class="elementor-image-box-content"><h3 class="elementor-image-box-title">Citlali Montemayor</h3>
        <p class="elementor-image-box-description">UNAM</p>
        </div></div></div></div>
        <div class="elementor-column"><div class="elementor-widget"><div class="elementor-image-box-wrapper"><figure class="elementor-image-box-img"><img src="x.png" alt=""></figure><div class="elementor-image-box-content"><h3 class="elementor-image-box-title">Efrén Zaldívar</h3>
        <p class="elementor-image-box-description">CONICET</p>
        </div></div></div></div></div>`,
    says: [
      'Amaranta Quiroga works_for Universidad de Salamanca',
      'Bernabé Lozoya works_for Universidad de Guadalajara',
      'Citlali Montemayor works_for UNAM',
      'Efrén Zaldívar works_for CONICET',
      'Citlali Montemayor organizer_of Foro de Redes 2023',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has a table with headings',
    url: 'https://sbx2022.example.br/cp',
    title: 'SBX 2022 - Comitê',
    language: 'pt-BR',
    body: `
        <h1>Comitê de Avaliação</h1>
        <table><thead><tr><th>Nome</th><th>Instituição</th></tr>
        </thead><tbody><tr><td>Adalberto Quintela</td><td>UFRPE</td></tr>
        <tr><td>Beatriz Sarmento</td><td>Universidade do Minho</td></tr>
        <tr><td>Fabiane Drozdowski</td><td>UTFPR</td></tr>
        <tr><td>Gilvan Nepomuceno</td><td>UFMG</td></tr>
        </tbody></table>`,
    says: [
      'Adalberto Quintela works_for UFRPE',
      'Fabiane Drozdowski works_for UTFPR',
      'Gilvan Nepomuceno works_for UFMG',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has emphasis for headings',
    url: 'https://sbx2022.example.br/organizacao',
    title: 'Organização – SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Organização</h1>
        <p><strong>Coordenação Geral</strong></p>
        <p>Jussara Tavares (UFPB)<br>Edimilson Queiroz (UFPB)</p>
        <p><strong>Comitê de Programa</strong></p>
        <p>Adalberto Quintela (UFRPE)<br>Beatriz Sarmento (Universidade do Minho)<br>Caio Mossoró (CESAR School)<br>Dirce Yamashita (USP)</p>`,
    says: [
      'Jussara Tavares works_for UFPB',
      'Edimilson Queiroz works_for UFPB',
      'Adalberto Quintela works_for UFRPE',
      'Beatriz Sarmento works_for Universidade do Minho',
      'Caio Mossoró works_for CESAR School',
      'Dirce Yamashita works_for USP',
      'Dirce Yamashita organizer_of SBX 2022',
      'Jussara Tavares organizer_of SBX 2022',
    ],
    leaves: [] as string[],
  },
  {
    name: 'has headings among the lines of one paragraph',
    url: 'https://sbx2022.example.br/equipe-2',
    title: 'SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>SBX 2022</h1>
        <p><strong>Coordenação Geral</strong><br>Jussara Tavares (UFPB)<br>Edimilson Queiroz (UFPB)<br><strong>Comitê de Programa</strong><br>Adalberto Quintela (UFRPE)<br>Beatriz Sarmento (Universidade do Minho)<br>Caio Mossoró (CESAR School)<br>Dirce Yamashita (USP)</p>`,
    says: [
      'Jussara Tavares works_for UFPB',
      'Edimilson Queiroz works_for UFPB',
      'Adalberto Quintela works_for UFRPE',
      'Beatriz Sarmento works_for Universidade do Minho',
      'Caio Mossoró works_for CESAR School',
      'Dirce Yamashita works_for USP',
      'Dirce Yamashita organizer_of SBX 2022',
    ],
    leaves: ['person Coordenação Geral'] as string[],
  },
  {
    name: 'has lists inside of lists',
    url: 'https://sbx2022.example.br/comites',
    title: 'Comitês | SBX 2022',
    language: 'pt-BR',
    body: `
        <h1>Comitês</h1>
        <ul><li>Coordenadores do Comitê de Programa<ul><li>Thales Bittencourt, UFABC</li>
        <li>Iracema Vasques, UNIFEI</li>
        </ul>
        </li>
        <li>Coordenadores de Minicursos<ul><li>Nonato Peçanha, PUCPR</li>
        <li>Caio Mossoró, CESAR School</li>
        </ul>
        </li>
        <li>Coordenador de Palestras<ul><li>Evandro Klipp, IFG</li>
        </ul>
        </li>
        </ul>`,
    says: [
      'Thales Bittencourt works_for UFABC',
      'Iracema Vasques works_for UNIFEI',
      'Nonato Peçanha works_for PUCPR',
      'Caio Mossoró works_for CESAR School',
      'Evandro Klipp works_for IFG',
      'Thales Bittencourt organizer_of SBX 2022',
    ],
    leaves: [] as string[],
  },
]

describe('a committee', () => {
  it.each(pages)('$name', ({ says, leaves, ...page }) => {
    const said = readSaid(page)
    expect(said).toEqual(expect.arrayContaining(says))
    expect(said.filter((one) => leaves.includes(one))).toEqual([])
  })
})
