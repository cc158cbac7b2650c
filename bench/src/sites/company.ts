import { company, customers, fairs, jobs, legalName, offices, press, products, team } from './company-data.ts'
import { each, type GoldRelation, htmlOf, type OwnSite, ownSite, slugOf, uniqueNames } from './own-site.ts'

// The French site of a company: its people in cards, offices with addresses, products, customers as logos, press
// releases in prose. Two products are called like a river and a town, which they are not.

const host = 'www.vigneau-capteurs.example'

const teamPath = (name: string) => `/equipe/${slugOf(name)}/`
const productPath = (name: string) => `/produits/${slugOf(name)}/`
const pressPath = (slug: string) => `/presse/${slug}/`
const link = (href: string, text: string) => `<a href="${href}">${htmlOf(text)}</a>`

function layout(title: string, body: string, trail = ''): string {
  return `<!DOCTYPE html><html lang="fr"><head><meta charset="utf-8"><title>${htmlOf(title)} - ${company}</title>
<meta name="description" content="${company}, instruments de mesure pour la météo depuis 1962."></head><body>
<div class="bandeau">Nouveau : la plateforme <a href="/produits/nuage/">Nuage</a> est là !</div>
<div class="top"><a class="logo" href="/"><img src="/i/logo.svg" alt="${company}"></a><div class="nav"><a href="/produits/">Produits</a><a href="/clients/">Clients</a>
<a href="/equipe/">Équipe</a><a href="/bureaux/">Bureaux</a><a href="/presse/">Presse</a><a href="/salons/">Salons</a><a href="/emplois/">Emplois</a></div></div>
${trail === '' ? '' : `<ol class="fil"><li><a href="/">Accueil</a></li><li>${trail}</li><li>${htmlOf(title)}</li></ol>`}
<div class="page">${body}</div>
<div class="pied"><div>© 2024 ${legalName} au capital de 480 000 € – RCS Nantes B 868 200 145</div><div><a href="/mentions-legales/">Mentions légales</a> · <a href="/contact/">Contact</a></div></div></body></html>`
}

function teamPages(): [string, string][] {
  const card = ({ name, role, office, text }: (typeof team)[number], at: number) => {
    const shown = text === '' ? htmlOf(name) : link(teamPath(name), name)
    return `<div class="c${at % 4}"><img src="/i/equipe/${at}.webp" alt="${at % 5 === 3 ? '' : htmlOf(name)}"><p>${shown}</p><p>${role}</p><p>${office}</p></div>`
  }
  const pages = team
    .filter(({ text }) => text !== '')
    .map(({ name, role, office, since, text }): [string, string] => {
      const body = `<h1>${htmlOf(name)}</h1><p class="sous-titre">${role}, ${office}</p><p>${htmlOf(text)}</p><p>Chez ${company} depuis ${since}.</p><p><a href="mailto:${slugOf(name).replace('-', '.')}@vigneau-capteurs.example">Écrire</a></p>`
      return [teamPath(name), layout(name, body, link('/equipe/', 'Équipe'))]
    })
  return [['/equipe/', layout('Équipe', `<h1>L’équipe</h1><div class="grille">${each(team, card)}</div>`)], ...pages]
}

function officePage(): string {
  const office = ({ town, country, street, opened }: (typeof offices)[number], at: number) => {
    const head = team.find((one) => one.office === town && /Direct|Présid|Responsable/.test(one.role))
    const name = head ? htmlOf(head.name) : ''
    return at % 2 === 0
      ? `<h2>${town} (${country})</h2><address>${company}<br>${street}</address><p>Contact : ${name}. Ouvert en ${opened}.</p>`
      : `<h2>${town} (${country})</h2><dl><dt>Adresse</dt><dd>${street}</dd><dt>Responsable</dt><dd>${name}</dd><dt>Depuis</dt><dd>${opened}</dd></dl>`
  }
  return layout('Bureaux', `<h1>Nos bureaux</h1>${each(offices, office)}`)
}

function productPages(): [string, string][] {
  const teaser = ({ name, kind }: (typeof products)[number]) =>
    `<li><a href="${productPath(name)}"><img src="/i/p/${slugOf(name)}.webp" alt=""><b>${name}</b><span>${kind}</span></a></li>`
  const page = ({ name, kind, year, text }: (typeof products)[number], at: number): [string, string] => {
    const data = `<table><tr><td>Type</td><td>${kind}</td></tr><tr><td>Fabricant</td><td>${company}</td></tr><tr><td>Commercialisé depuis</td><td>${year}</td></tr><tr><td>Réf.</td><td>VC-${1200 + at * 17}</td></tr></table>`
    return [
      productPath(name),
      layout(name, `<h1>${name}</h1><p>${htmlOf(text)}</p>${data}`, link('/produits/', 'Produits')),
    ]
  }
  return [
    ['/produits/', layout('Produits', `<h1>Produits</h1><ul>${each(products, teaser)}</ul>`)],
    ...products.map(page),
  ]
}

function pressPages(): [string, string][] {
  const line = ({ slug, day, title }: (typeof press)[number]) =>
    `<p><em>${day}</em> – ${link(pressPath(slug), title)}</p>`
  const page = ({ slug, place, day, title, text }: (typeof press)[number]): [string, string] => {
    const body = `<h1>${htmlOf(title)}</h1><p><strong>${place}, le ${day}</strong> – ${htmlOf(text)}</p><h3>À propos de ${company}</h3>
<p>Fondée à Nantes en 1962 par Anselme Vigneau, ${company} emploie 140 personnes et vend ses instruments dans 31 pays.</p><h3>Contact presse</h3><p>Agence Plume &amp; Vent, Delphine Marchandeau, 02 40 00 17 17</p>`
    return [pressPath(slug), layout(title, body, link('/presse/', 'Presse'))]
  }
  return [['/presse/', layout('Presse', `<h1>Communiqués</h1>${each(press.toReversed(), line)}`)], ...press.map(page)]
}

function fairPages(): [string, string][] {
  const row = ({ name, from, to, town }: (typeof fairs)[number]) =>
    `<tr><td>${to === '' ? `le ${from}` : `du ${from} au ${to}`}</td><td>${link(`/salons/${slugOf(name)}/`, name)}</td><td>${town}</td></tr>`
  const page = ({ name, from, to, town, stand, who }: (typeof fairs)[number]): [string, string] => {
    const body = `<h1>${htmlOf(name)}</h1><div>Dates : ${to === '' ? from : `${from} – ${to}`}</div><div>Lieu : ${town}</div><div>Stand : ${stand}</div><div>Votre interlocutrice : ${who}</div><p>Prenez rendez-vous par courriel, nous vous enverrons un badge.</p>`
    return [`/salons/${slugOf(name)}/`, layout(name, body, link('/salons/', 'Salons'))]
  }
  return [
    ['/salons/', layout('Salons', `<h1>Où nous rencontrer</h1><table>${each(fairs, row)}</table>`)],
    ...fairs.map(page),
  ]
}

function makePages(): Map<string, string> {
  const logo = ({ name, text, site }: (typeof customers)[number], at: number) =>
    `<div><a href="https://${site}/"><img src="/i/clients/${at}.png" alt="${htmlOf(name)}"></a><div>${text}</div></div>`
  const job = ({ title, office, contact }: (typeof jobs)[number]) =>
    `<li><b>${title}</b>, ${office}. Votre contact : ${contact}.</li>`
  return new Map([
    [
      '/',
      layout(
        'Accueil',
        `<h1>Le temps, au plus juste</h1><p>Depuis 1962, nous fabriquons à Saint-Nazaire des instruments pour la météo, la vigne et la montagne.</p><h2>Ils nous font confiance</h2><p>${each(customers.slice(0, 3), ({ name }, at) => `<img src="/i/clients/${at}.png" alt="${htmlOf(name)}">`)}</p>`,
      ),
    ],
    ...teamPages(),
    ['/bureaux/', officePage()],
    ...productPages(),
    ['/clients/', layout('Clients', `<h1>Nos clients</h1><div class="logos">${each(customers, logo)}</div>`)],
    ...pressPages(),
    ...fairPages(),
    ['/emplois/', layout('Emplois', `<h1>Rejoignez-nous</h1><ul>${each(jobs, job)}</ul>`)],
    [
      '/mentions-legales/',
      layout(
        'Mentions légales',
        `<h1>Mentions légales</h1><p>Éditeur : ${legalName}, 12, quai de la Fosse, 44000 Nantes. Directrice de la publication : Solange Vigneau. Hébergement : Armor Hébergement SARL, Rennes.</p>`,
      ),
    ],
    [
      '/contact/',
      layout(
        'Contact',
        '<h1>Contact</h1><p>Tél. 02 40 00 17 00, du lundi au vendredi, de 9 h à 17 h.</p><form><input name="nom"><textarea></textarea><button>Envoyer</button></form>',
      ),
    ],
  ])
}

function makeRelations(): GoldRelation[] {
  return [
    ...team.map(({ name, text }) => ({
      subject: name,
      relation: 'works for',
      object: company,
      page: text === '' ? '/equipe/' : teamPath(name),
    })),
    ...offices.map(({ town }) => ({ subject: company, relation: 'located in', object: town, page: '/bureaux/' })),
    ...customers
      .slice(0, -1)
      .map(({ name }) => ({ subject: name, relation: 'customer of', object: company, page: '/clients/' })),
    ...fairs.flatMap(({ name, town, who }) => {
      const page = `/salons/${slugOf(name)}/`
      return [
        { subject: name, relation: 'takes place in', object: town, page },
        { subject: who, relation: 'attends', object: name, page },
      ]
    }),
    { subject: 'Anselme Vigneau', relation: 'founder of', object: company, page: '/presse/nuage/' },
    { subject: 'Bertrand Schoonjans', relation: 'founder of', object: 'Hygromat', page: '/presse/rachat-hygromat/' },
    { subject: 'Godelieve Peeters', relation: 'founder of', object: 'Hygromat', page: '/presse/rachat-hygromat/' },
    { subject: company, relation: 'acquired', object: 'Hygromat', page: '/presse/rachat-hygromat/' },
    {
      subject: 'Paul-Émile Gagnon',
      relation: 'heads',
      object: 'Vigneau Capteurs Canada inc.',
      page: '/presse/filiale-quebec/',
    },
    { subject: 'Lucien Peyrard', relation: 'works for', object: 'Régie des eaux du Forez', page: '/presse/nuage/' },
    {
      subject: 'Urs Aeschlimann',
      relation: 'works for',
      object: 'École supérieure du Léman',
      page: '/presse/partenariat-leman/',
    },
    { subject: 'Delphine Marchandeau', relation: 'works for', object: 'Agence Plume & Vent', page: '/presse/nuage/' },
  ]
}

const atPress = (slug: string, ...names: string[]) => names.map((name) => ({ name, page: pressPath(slug) }))

export function companySite(): OwnSite {
  return ownSite(host, makePages(), {
    persons: [
      ...team.map(({ name }) => ({ name, page: '/equipe/' })),
      ...atPress('nuage', 'Anselme Vigneau', 'Lucien Peyrard', 'Delphine Marchandeau'),
      ...atPress('rachat-hygromat', 'Godelieve Peeters'),
      ...atPress('prix-innovation', 'Hortense Mallarmé'),
      ...atPress('partenariat-leman', 'Urs Aeschlimann'),
      ...atPress('proces-meteotronique', 'Clotilde Ferrandi'),
    ],
    organizations: uniqueNames([
      { name: company, page: '/' },
      ...customers.map(({ name }) => ({ name, page: '/clients/' })),
      ...atPress('rachat-hygromat', 'Hygromat'),
      ...atPress('filiale-quebec', 'Vigneau Capteurs Canada inc.'),
      ...atPress('partenariat-leman', 'École supérieure du Léman'),
      ...atPress('proces-meteotronique', 'Météotronique'),
      ...atPress('nuage', 'Agence Plume & Vent'),
      { name: 'Institut polytechnique de la Loire', page: teamPath('Solange Vigneau') },
      { name: 'Union des fabricants d’instruments de mesure', page: teamPath('Gaël Le Bihan') },
      { name: 'Armor Hébergement SARL', page: '/mentions-legales/' },
    ]),
    locations: uniqueNames([
      ...offices.map(({ town, geo }) => ({ name: town, page: '/bureaux/', geo })),
      ...fairs.map(({ name, town, geo }) => ({ name: town, page: `/salons/${slugOf(name)}/`, geo })),
      { name: 'Paris', page: '/presse/prix-innovation/', geo: '48.853 2.349' },
      { name: 'Verviers', page: teamPath('Bertrand Schoonjans'), geo: '50.589 5.862' },
    ]),
    events: fairs.map(({ name }) => ({ name, page: `/salons/${slugOf(name)}/` })),
    relations: makeRelations(),
  })
}
