import { each, htmlOf, readRows, slugOf } from './own-site.ts'

// Sites of organizations, and the people of each: made-up ones, of whom every two have one name and stand with two of the
// organizations. What a page says of somebody is data for machines, a table, or a sentence, by the site.

export interface Namesakes {
  set:
    | 'employer, town and work'
    | 'employer alone, a common name'
    | 'employer alone, a rare name'
    | 'birthday'
    | 'nothing'
  name: string
  hosts: [string, string]
}

const organizations = readRows(
  ['host', 'name', 'town', 'work', 'form'],
  `
lindenschule.example    | Lindenschule Jena           | Jena      | Teacher            | data
klinikum-nord.example   | Klinikum Nord Bremen        | Bremen    | Nurse              | table
halden-bank.example     | Halden Bank                 | Zurich    | Accountant         | sentence
riverside-fc.example    | Riverside Football Club     | Leeds     | Coach              | data
orchard-museum.example  | Orchard Museum              | Boston    | Curator            | table
kettle-works.example    | Kettle Works Ltd            | Cardiff   | Machinist          | sentence
opera-lyon.example      | Opera Studio Lyon           | Lyon      | Soprano            | data
aurora-labs.example     | Aurora Laboratories         | Helsinki  | Chemist            | table
harbor-law.example      | Harbor Law Office           | Rotterdam | Solicitor          | sentence
verdi-bakery.example    | Verdi Bakery                | Bologna   | Baker              | data
peak-rescue.example     | Peak Rescue Service         | Innsbruck | Paramedic          | table
delta-press.example     | Delta Press                 | Porto     | Translator         | sentence`,
)

type Organization = (typeof organizations)[number]

const given = 'Anna Peter Maria Thomas Laura David Julia Martin Sofia Paul'.split(' ')
const common = 'Schmidt Miller Rossi Garcia Fischer Brown Silva Novak Martin Weber'.split(' ')
const rare =
  'Quendlinger Habisreuth Ostrander Vaskelainen Thibodeaux Brzeskwin Ulvestad Cazalet Dragomiresco Wintergerst'.split(
    ' ',
  )

/** `n` names, none twice over all sets. */
function namesOf(families: string[], from: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const at = from + n
    return `${given[at % 10]} ${families[(at + Math.floor(at / 10)) % 10]}`
  })
}

const sets: [Namesakes['set'], string[]][] = [
  ['employer, town and work', [...namesOf(common, 0, 30), ...namesOf(rare, 0, 30)]],
  ['employer alone, a common name', namesOf(common, 30, 20)],
  ['employer alone, a rare name', namesOf(rare, 30, 20)],
  ['birthday', [...namesOf(common, 50, 10), ...namesOf(rare, 50, 10)]],
  ['nothing', [...namesOf(common, 60, 10), ...namesOf(rare, 60, 10)]],
]

interface Person {
  name: string
  set: Namesakes['set']
  born: string
}

/** The pairs, and the HTML of all sites by host and path. */
export function namesakeSites(): { pairs: Namesakes[]; pages: Map<string, Map<string, string>> } {
  const pairs: Namesakes[] = []
  const staff = new Map<string, Person[]>(organizations.map(({ host }) => [host, []]))
  const mentioned = new Map<string, string[]>([
    ['morning-post.example', []],
    ['evening-herald.example', []],
  ])
  for (const [set, names] of sets) {
    for (const [n, name] of names.entries()) {
      const two = set === 'nothing' ? ([...mentioned.keys()] as [string, string]) : hostsOf(n)
      pairs.push({ set, name, hosts: two })
      for (const [at, host] of two.entries()) {
        staff.get(host)?.push({ name, set, born: `${1950 + ((7 * n) % 20) + 15 * at}-0${1 + (n % 9)}-1${at}` })
        mentioned.get(host)?.push(name)
      }
    }
  }
  const pages = new Map(organizations.map((one) => [one.host, pagesOf(one, staff.get(one.host) ?? [])]))
  for (const [host, names] of mentioned) pages.set(host, newspaper(names))
  return { pairs, pages }
}

function hostsOf(n: number): [string, string] {
  const [one, two] = [organizations[n % 12], organizations[(n + 1 + (n % 5)) % 12]] as [Organization, Organization]
  return [one.host, two.host]
}

const page = (
  title: string,
  body: string,
  data?: object,
) => `<!doctype html><html lang="en"><head><title>${htmlOf(title)}</title>
${data ? `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>` : ''}</head>
<body><main>${body}</main></body></html>`

function pagesOf(organization: Organization, people: Person[]): Map<string, string> {
  const { name, town } = organization
  const pages = new Map<string, string>()
  const about = `<p>${htmlOf(name)} has stood in ${town} for many years, and is known well beyond it.</p>`
  const data = { '@type': 'Organization', name, address: { '@type': 'PostalAddress', addressLocality: town } }
  const list = each(people, (one) => `<li><a href="/people/${slugOf(one.name)}">${htmlOf(one.name)}</a></li>`)
  pages.set('/', page(name, `<h1>${htmlOf(name)}</h1>${about}<h2>Our team</h2><ul>${list}</ul>`, data))
  for (const one of people) pages.set(`/people/${slugOf(one.name)}`, personPage(organization, one))
  return pages
}

function personPage({ name: employer, town, work, form }: Organization, { name, set, born }: Person): string {
  const isWhole = set === 'employer, town and work'
  const isBorn = set === 'birthday'
  const title = `<h1>${htmlOf(name)}</h1>`
  if (form === 'data') {
    return page(name, `${title}<p>One of the people of ${htmlOf(employer)}.</p>`, {
      ...{ '@type': 'Person', name, worksFor: { '@type': 'Organization', name: employer } },
      ...(isWhole && { jobTitle: work, address: { '@type': 'PostalAddress', addressLocality: town } }),
      ...(isBorn && { birthDate: born }),
    })
  }
  const rows: [string, string][] = [
    ['Employer', employer],
    ...(isWhole
      ? ([
          ['Occupation', work],
          ['Residence', town],
        ] as [string, string][])
      : []),
    ...(isBorn ? ([['Born', born]] as [string, string][]) : []),
  ]
  if (form === 'table') {
    const cells = each(rows, ([label, value]) => `<tr><th>${label}</th><td>${htmlOf(value)}</td></tr>`)
    return page(name, `${title}<table>${cells}</table>`)
  }
  const said = [
    `${name} works for ${employer}${isWhole ? ` as a ${work.toLowerCase()}` : ''}.`,
    isWhole ? `${name} lives in ${town}.` : '',
    isBorn ? `${name} was born on ${born}.` : '',
  ]
  return page(name, `${title}<p>${htmlOf(said.join(' '))}</p>`)
}

/** Reports that name people, and say nothing of them. */
function newspaper(names: string[]): Map<string, string> {
  const pages = new Map<string, string>()
  const links = each(names, (name) => `<li><a href="/${slugOf(name)}">Report</a></li>`)
  pages.set('/', page('News', `<h1>News</h1><p>All that happened this week.</p><ul>${links}</ul>`))
  for (const name of names) {
    const text = `The evening ended late. ${name} thanked all guests for a long and friendly discussion.`
    pages.set(`/${slugOf(name)}`, page('Report of an evening', `<h1>Report of an evening</h1><p>${htmlOf(text)}</p>`))
  }
  return pages
}
