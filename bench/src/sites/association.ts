import {
  association as associationName,
  board,
  events,
  honorary,
  members,
  news,
  sponsors,
  towns,
} from './association-data.ts'
import { each, type GoldRelation, htmlOf, type OwnSite, ownSite, slugOf, uniqueNames } from './own-site.ts'

// The German site of an association: its members in a bare table, cards of divs, definition lists, news in prose.

const host = 'www.turmuhrenverband.example'
const shortName = 'Turmuhrenverband Südwest'
type Member = (typeof members)[number]

const memberPath = ({ firm }: Member) => `/mitglieder/${slugOf(firm)}.html`
const eventPath = ({ title }: { title: string }) => `/termine/${slugOf(title)}.html`
const ownersOf = ({ owner }: Member) => owner.split(' und ')
const withoutTitle = (name: string) => name.replace(/(?:Prof\. |Dr\. |Dipl\.-Ing\. )+/, '')
/** `Schnurr, Wendelin` and `Loritz sen., Anton`. */
const turned = (name: string) => name.replace(/^(\S+)(?: sen\.)?, (.+)$/, '$2 $1')

function layout(title: string, trail: [string, string][], body: string): string {
  const crumbs = each(trail, ([href, text]) => `<a href="${href}">${htmlOf(text)}</a> &raquo;`)
  return `<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>${htmlOf(title)} | ${shortName}</title>
<meta property="og:site_name" content="${shortName}"><link rel="stylesheet" href="/css/main.css"></head>
<body><div id="kopf"><a href="/"><img src="/img/logo.png" alt="${shortName}"></a>
<ul id="menue"><li><a href="/verband/">Der Verband</a></li><li><a href="/mitglieder/">Mitglieder</a></li>
<li><a href="/termine/">Termine</a></li><li><a href="/aktuelles/">Aktuelles</a></li><li><a href="/foerderer.html">Förderer</a></li></ul></div>
<div id="pfad"><a href="/">Start</a> &raquo; ${crumbs} <span>${htmlOf(title)}</span></div>
<div id="inhalt">
${body}
</div>
<div id="fuss"><p>${associationName} · Geschäftsstelle: Kaiserstraße 146, 76133 Karlsruhe · Tel. 0721 5550146</p>
<p><a href="/impressum.html">Impressum</a> | <a href="/datenschutz.html">Datenschutz</a> | <a href="/satzung.html">Satzung</a></p></div>
</body></html>`
}

function memberTable(): string {
  const row = (member: Member) => {
    const firm = htmlOf(member.firm)
    return `<tr><td>${member.page ? `<a href="${memberPath(member)}">${firm}</a>` : firm}</td><td>${htmlOf(member.owner)}</td>
<td>${member.code} ${member.town}</td><td>${member.since}</td></tr>`
  }
  const sorted = members.toSorted((a, b) => a.firm.localeCompare(b.firm, 'de'))
  return `<h1>Unsere Mitglieder</h1><p>Der Verband hat ${members.length} Mitgliedsbetriebe. Stand: Oktober 2024.</p>
<table border="0" cellpadding="4"><tr><td><b>Betrieb</b></td><td><b>Inhaber/in, Leitung</b></td><td><b>Sitz</b></td><td><b>Mitglied seit</b></td></tr>
${each(sorted, row)}</table>
<p>Sie wollen Mitglied werden? <a href="/impressum.html">Schreiben Sie uns.</a></p>`
}

function memberPage(member: Member): string {
  const at = members.indexOf(member)
  const web = `www.${slugOf(member.firm).slice(0, 18).replace(/-$/, '')}.example`
  return layout(
    member.firm,
    [['/mitglieder/', 'Mitglieder']],
    `<h1>${htmlOf(member.firm)}</h1>
${at % 3 === 0 ? `<img src="/img/m/${at}.jpg" alt="Werkstatt von ${htmlOf(member.firm)}" width="420">` : ''}
<dl><dt>Anschrift</dt><dd>${member.street}<br>${member.code} ${member.town}</dd>
<dt>${member.owner.includes(' und ') ? 'Inhaber' : at % 2 === 0 ? 'Inhaber/in' : 'Ansprechpartner/in'}</dt><dd>${htmlOf(member.owner)}</dd>
<dt>Gegründet</dt><dd>${member.founded}</dd><dt>Mitglied seit</dt><dd>${member.since}</dd>
<dt>Regionalgruppe</dt><dd>${member.group}</dd>
<dt>Telefon</dt><dd>0${7100 + at * 31} ${55_010 + at * 7}</dd><dt>Internet</dt><dd><a href="http://${web}/">${web}</a></dd></dl>
<h2>Leistungen</h2><ul>${each(services.slice(at % 4, (at % 4) + 3), (service) => `<li>${service}</li>`)}</ul>`,
  )
}

const services = [
  'Neuguss von Glocken bis 2.500 kg',
  'Sanierung von Glockenstühlen in Eiche',
  'Wartung von Läutemaschinen',
  'Zifferblätter, auch vergoldet',
  'Mechanische Turmuhren',
  'Funkgesteuerte Hauptuhren',
  'Klangprüfung und Gutachten',
]

function boardPage(): string {
  const card = ({ name, role, firm, since, mail }: (typeof board)[number], at: number) => `<div><div>
<img src="/img/v/${at}.jpg" alt="Porträt ${htmlOf(withoutTitle(name))}"></div><div><strong>${htmlOf(name)}</strong><br>
<em>${role}</em>${firm ? `<br>${htmlOf(firm)}` : ''}<br>im Amt seit ${since}<br><a href="mailto:${mail}@turmuhrenverband.example">E-Mail</a></div></div>`
  return `<h1>Vorstand und Geschäftsstelle</h1>${each(board, card)}`
}

function eventPage(event: (typeof events)[number], at: number): string {
  const when = event.to ? `${event.from} bis ${event.to}` : `${event.from}, ${10 + (at % 3)}.30 Uhr`
  const facts =
    at % 2 === 0
      ? `<table><tr><th>Wann</th><td>${when}</td></tr><tr><th>Wo</th><td>${event.venue}, ${event.town}</td></tr><tr><th>Leitung</th><td>${event.host}</td></tr></table>`
      : `<p><b>Datum:</b> ${when}<br><b>Ort:</b> ${event.venue}, ${event.town}<br><b>Gastgeber:</b> ${event.host}</p>`
  return layout(
    event.title,
    [['/termine/', 'Termine']],
    `<h1>${event.title}</h1>${facts}
<p>Anmeldung bis zwei Wochen vorher an die Geschäftsstelle. Für Mitglieder ist die Teilnahme frei, Gäste zahlen 45 Euro.</p>`,
  )
}

const groups = [...new Set(members.map(({ group }) => group))]
const speakers: Record<string, string> = {
  'Neckar-Alb': 'Marga Kübler',
  Oberschwaben: 'Meinrad Angele',
  Hochrhein: 'Silke Armbruster',
  Baden: 'Friederike Paulus',
  Pfalz: 'Gernot Backes',
  Unterland: 'Heike Zimmerer-Noll',
}

type AddPage = (path: string, title: string, trail: [string, string][], body: string) => void

function makePages(): Map<string, string> {
  const pages = new Map<string, string>()
  const add: AddPage = (path, title, trail, body) => pages.set(path, layout(title, trail, body))
  const about: [string, string][] = [['/verband/', 'Der Verband']]
  add(
    '/',
    'Willkommen',
    [],
    `<h1>Damit die Zeit nicht stehen bleibt</h1><p>Wir vertreten das Handwerk der Glockengießer und Turmuhrenbauer zwischen Pfalz und Bodensee.</p>
<h2>Aktuelles</h2>${each(news.slice(-3).toReversed(), ({ slug, day, title }) => `<div class="teaser"><span>${day}</span> <a href="/aktuelles/${slug}.html">${title}</a></div>`)}
<h2>Nächste Termine</h2><ul>${each(events.slice(-2), (event) => `<li>${event.from}: <a href="${eventPath(event)}">${event.title}</a>, ${event.town}</li>`)}</ul>`,
  )
  add(
    '/verband/',
    'Der Verband',
    [],
    `<h1>Der Verband</h1><p>Der ${associationName} wurde am 14. April 1951 in Landau von elf Betrieben gegründet. Erster Vorsitzender war Wendelin Schnurr.</p>
<p>Seit 1986 gehört er dem Bundesverband Metallgestaltung und Glocken an.</p>
<ul><li><a href="/verband/vorstand.html">Vorstand</a></li><li><a href="/verband/regionalgruppen.html">Regionalgruppen</a></li><li><a href="/verband/ehrenmitglieder.html">Ehrenmitglieder</a></li></ul>`,
  )
  add('/verband/vorstand.html', 'Vorstand', about, boardPage())
  const group = (name: string) =>
    `<h3>${name}</h3><p>Sprecher/in: ${speakers[name]}<br>Betriebe: ${htmlOf(
      members
        .filter((member) => member.group === name)
        .map(({ firm }) => firm)
        .join(', '),
    )}</p>`
  add('/verband/regionalgruppen.html', 'Regionalgruppen', about, `<h1>Regionalgruppen</h1>${each(groups, group)}`)
  const person = ({ name, dates, text }: (typeof honorary)[number]) =>
    `<li><b>${name}</b> (${dates}), <i>${text}</i></li>`
  add(
    '/verband/ehrenmitglieder.html',
    'Ehrenmitglieder',
    about,
    `<h1>Ehrenmitglieder</h1><ul>${each(honorary, person)}</ul>`,
  )
  add('/mitglieder/', 'Mitglieder', [], memberTable())
  for (const member of members) if (member.page) pages.set(memberPath(member), memberPage(member))
  add(
    '/termine/',
    'Termine',
    [],
    `<h1>Termine</h1><ul>${each(events, (event) => `<li>${event.from}${event.to ? ` – ${event.to}` : ''}<br><a href="${eventPath(event)}">${event.title}</a><br>${event.venue}, ${event.town}</li>`)}</ul>`,
  )
  for (const [at, event] of events.entries()) pages.set(eventPath(event), eventPage(event, at))
  add(
    '/aktuelles/',
    'Aktuelles',
    [],
    `<h1>Aktuelles</h1>${each(news.toReversed(), ({ slug, day, title, text }) => `<div><h2><a href="/aktuelles/${slug}.html">${title}</a></h2><small>${day}</small><p>${htmlOf(text.slice(0, text.indexOf('. ', 60) + 1))}</p></div>`)}`,
  )
  for (const { slug, day, title, text } of news) {
    add(
      `/aktuelles/${slug}.html`,
      title,
      [['/aktuelles/', 'Aktuelles']],
      `<h1>${title}</h1><p class="datum">${day}</p><p>${htmlOf(text)}</p><p><a href="/aktuelles/">Alle Meldungen</a></p>`,
    )
  }
  addFootPages(add)
  return pages
}

/** The pages that the foot of every page links to. */
function addFootPages(add: AddPage): void {
  const logo = ({ name, site }: (typeof sponsors)[number]) =>
    `<a href="http://${site}/" title="${name}"><img src="/img/f/${slugOf(name)}.png" alt="${name}"></a>`
  const level = (name: string) =>
    `<h2>${name}</h2><p>${each(
      sponsors.filter((sponsor) => sponsor.level === name),
      logo,
    )}</p>`
  add('/foerderer.html', 'Förderer', [], `<h1>Förderer</h1>${level('Hauptförderer')}${level('Förderer')}`)
  add(
    '/impressum.html',
    'Impressum',
    [],
    `<h1>Impressum</h1><p>${associationName}<br>Kaiserstraße 146<br>76133 Karlsruhe</p><p>Vertreten durch: Annemarie Habisreutinger (Vorsitzende)</p>
<p>Registergericht: Amtsgericht Mannheim, VR 100417</p><p>Verantwortlich für den Inhalt: Konstantin Merz</p>`,
  )
  add(
    '/datenschutz.html',
    'Datenschutz',
    [],
    '<h1>Datenschutz</h1><p>Wir speichern keine Cookies. Beim Aufruf dieser Seiten werden Datum, Uhrzeit und die aufgerufene Adresse protokolliert und nach sieben Tagen gelöscht.</p>',
  )
  add(
    '/satzung.html',
    'Satzung',
    [],
    '<h1>Satzung</h1><p>§ 1 Der Verein führt den Namen des Verbands und hat seinen Sitz in Karlsruhe.</p><p>§ 2 Zweck ist die Förderung des Handwerks, der Aus- und Fortbildung sowie der Denkmalpflege.</p><p>§ 3 Der Vorstand besteht aus mindestens fünf Personen.</p>',
  )
}

function makeRelations(): GoldRelation[] {
  return [
    ...members.flatMap((member) => {
      const page = member.page ? memberPath(member) : '/mitglieder/'
      return [
        ...ownersOf(member).map((owner) => ({
          subject: withoutTitle(owner),
          relation: 'heads',
          object: member.firm,
          page,
        })),
        { subject: member.firm, relation: 'located in', object: member.town, page },
        { subject: member.firm, relation: 'member of', object: associationName, page },
      ]
    }),
    ...board.flatMap(({ name, firm }) => {
      const [subject, page] = [withoutTitle(name), '/verband/vorstand.html']
      const own = { subject, relation: 'officer of', object: associationName, page }
      return firm ? [own, { subject, relation: 'works for', object: firm, page }] : [own]
    }),
    ...events.flatMap((event) => [
      { subject: event.title, relation: 'takes place in', object: event.town, page: eventPath(event) },
      { subject: event.host, relation: 'leads', object: event.title, page: eventPath(event) },
    ]),
    ...sponsors.map(({ name }) => ({
      subject: name,
      relation: 'sponsor of',
      object: associationName,
      page: '/foerderer.html',
    })),
  ]
}

const persons = (page: string, ...names: string[]) => names.map((name) => ({ name, page }))

export function associationSite(): OwnSite {
  return ownSite(host, makePages(), {
    persons: uniqueNames([
      ...members.flatMap((member) => persons('/mitglieder/', ...ownersOf(member).map(withoutTitle))),
      ...board.flatMap(({ name }) => persons('/verband/vorstand.html', withoutTitle(name))),
      ...honorary.flatMap(({ name }) => persons('/verband/ehrenmitglieder.html', turned(name))),
      ...persons('/aktuelles/glockentag-speyer.html', 'Henrike Strobach'),
      ...persons('/aktuelles/ausbildungspreis.html', 'Luca Brandmaier'),
      ...persons('/aktuelles/nachruf-loritz.html', 'Hildegard Loritz'),
      ...persons('/aktuelles/kooperation-elsass.html', 'Jean-Luc Oberlé'),
    ]),
    organizations: uniqueNames([
      { name: associationName, page: '/' },
      ...members.map((member) => ({ name: member.firm, page: member.page ? memberPath(member) : '/mitglieder/' })),
      ...sponsors.map(({ name }) => ({ name, page: '/foerderer.html' })),
      { name: 'Hochschule für Kirchenmusik Tübingen', page: '/verband/vorstand.html' },
      { name: 'Bundesverband Metallgestaltung und Glocken', page: '/verband/' },
      { name: 'Handwerkskammer Heilbronn-Franken', page: '/aktuelles/ausbildungspreis.html' },
      { name: 'Landesstelle für Klangdenkmale', page: '/aktuelles/digitalisierung.html' },
      { name: 'Association Campanaire du Rhin Supérieur', page: '/aktuelles/kooperation-elsass.html' },
    ]),
    locations: [
      ...towns.map(({ town, geo }) => ({ name: town, page: '/mitglieder/', geo })),
      { name: 'Colmar', page: '/aktuelles/kooperation-elsass.html', geo: '48.081 7.356' },
    ],
    events: events.map((event) => ({ name: event.title, page: eventPath(event) })),
    relations: makeRelations(),
  })
}
