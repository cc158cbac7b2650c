// Legal forms of organizations, in the spellings that names have after folding. Forms of one line are one form; `~` marks
// what many write for no form at all, so that it says nothing where the other name has another.

const table = `
inc: inc | incorporated
corp~: corp | corporation
co~: co | company | cie | compagnie | companies
ltd: ltd | limited | co ltd | company limited | co limited | pty ltd | pty limited | pvt ltd | private limited | pvt limited | pte ltd | pte limited | proprietary limited
plc: plc | public limited company | public limited co
llc: llc | limited liability company | limited liability co | l l c | ooo | obshchestvo s ogranichennoy otvetstvennostyu | obschestvo s ogranichennoy otvetstvennostyu | tov | tovarystvo z obmezhenoyu vidpovidalnistyu | too | mchj
lp: lp | limited partnership | l p
llp: llp | limited liability partnership
jsc: jsc | joint stock company | joint stock co | ao | ojsc | open joint stock company | oao | cjsc | closed joint stock company | zao | pjsc | public joint stock company | pao | pat | prat | aktsionernoe obshchestvo | aktsionernoye obshchestvo | otkrytoe aktsionernoe obshchestvo | otkrytoye aktsionernoye obshchestvo | publichnoe aktsionernoe obshchestvo | publichnoye aktsionernoye obshchestvo | zakrytoe aktsionernoe obshchestvo | zakrytoye aktsionernoye obshchestvo
ano: ano | autonomous nonprofit organization | avtonomnaya nekommercheskaya organizatsiya
fgup: fgup | fsue | federal state unitary enterprise
ag: ag | aktiengesellschaft
gmbh: gmbh | gesellschaft mit beschrankter haftung | gesellschaft mbh | ges mbh | mbh | g m b h
gmbhcokg: gmbh co kg | gmbh und co kg | gmbh co | gmbh and co kg
ug: ug | ug haftungsbeschrankt | unternehmergesellschaft
kg: kg | kommanditgesellschaft
kgaa: kgaa | kommanditgesellschaft auf aktien
ohg: ohg | offene handelsgesellschaft
ev: ev | e v | eingetragener verein
eg: eg | eingetragene genossenschaft
se: se | societas europaea
sa: sa | societe anonyme | sociedad anonima | sociedade anonima | s a | sociedad anonima de capital variable | sa de cv | societa anonima
sas: sas | societe par actions simplifiee | sociedad por acciones simplificada
sarl: sarl | societe a responsabilite limitee
sprl: sprl | bvba | besloten vennootschap met beperkte aansprakelijkheid
sl: sl | sociedad limitada | srl de cv | s l
srl: srl | societa a responsabilita limitata | sociedad de responsabilidad limitada
spa: spa | societa per azioni | s p a
bv: bv | besloten vennootschap | b v
nv: nv | naamloze vennootschap | n v
ab: ab | aktiebolag | aktiebolaget
as: as | a s | aktieselskab | aksjeselskap | anonim sirketi
aps: aps | anpartsselskab
oy: oy | osakeyhtio | oyj
asa: asa | allmennaksjeselskap
doo: doo | d o o | drustvo s ogranicenom odgovornoscu
dd: dd | d d | dionicko drustvo
sro: sro | s r o | spolecnost s rucenim omezenym
spzoo: sp zoo | sp z o o | spolka z ograniczona odpowiedzialnoscia
spa2: sp akcyjna | spolka akcyjna
kft: kft | korlatolt felelossegu tarsasag
zrt: zrt | nyrt | rt
ead: ead | ad | eood | ood
kk: kk | k k | kabushiki kaisha | kabushiki gaisha | kabushikikaisha
ltda: ltda | limitada
sdnbhd: sdn bhd | sendirian berhad | berhad | bhd
pt: pt | perseroan terbatas | tbk
`

interface LegalForm {
  code: string
  isLoose: boolean
}

const byPhrase = new Map<string, LegalForm>()
for (const line of table.trim().split('\n')) {
  const [head = '', phrases = ''] = line.split(': ')
  const form = { code: head.replace('~', ''), isLoose: head.endsWith('~') }
  for (const phrase of phrases.split(' | ')) byPhrase.set(phrase, form)
}
const longest = 6

export interface LegalName {
  core: string[]
  /** Codes of the forms, without those that say nothing; sorted. */
  forms: string[]
}

export function isLegalForm(token: string): boolean {
  return byPhrase.has(token)
}

/** Forms of one country: what is a GmbH today may be an AG tomorrow, or an SE; and some are written in two languages. */
const laws = [
  'inc llc lp llp',
  'inc ltd lp',
  'ltd plc lp llp',
  'llc jsc ano fgup',
  'ag gmbh gmbhcokg ug kg kgaa ohg ev eg se',
  'ag gmbh sa sarl',
  'sa sas sarl se',
  'sa nv sprl bv se',
  'sa sl srl se',
  'sa ltda',
  'spa srl se',
  'bv nv se',
  'as asa aps ab oy se',
  'doo dd',
  'sro as',
  'spzoo spa2',
  'kft zrt',
].map((forms) => new Set(forms.split(' ')))

/** Whether one thing may have been called by both, one after the other. */
export function areOfOneLaw(a: readonly string[], b: readonly string[]): boolean {
  return laws.some((law) => a.some((form) => law.has(form)) && b.some((form) => law.has(form)))
}

/** Takes legal forms off both ends, as long as something is left. */
export function splitLegalForm(tokens: readonly string[]): LegalName {
  const forms = new Set<string>()
  let core = [...tokens]
  for (let found = true; found && core.length > 1; ) {
    found = false
    for (let size = Math.min(longest, core.length - 1); size > 0 && !found; size--) {
      const atEnd = byPhrase.get(core.slice(-size).join(' '))
      const atStart = atEnd ? undefined : byPhrase.get(core.slice(0, size).join(' '))
      const form = atEnd ?? (atStart && isLeading(atStart, size) ? atStart : undefined)
      if (!form) continue
      core = atEnd ? core.slice(0, -size) : core.slice(size)
      if (!form.isLoose) forms.add(form.code)
      found = true
    }
  }
  core = core.filter((token) => {
    if (core.length < 3 || !within.has(token)) return true
    forms.add((byPhrase.get(token) as LegalForm).code)
    return false
  })
  return { core, forms: [...forms].sort() }
}

/** Forms that are no words of any name, wherever they stand: `Bosch GmbH Robert`. */
const within: ReadonlySet<string> = new Set('gmbh inc ltd llc plc aktiengesellschaft incorporated'.split(' '))

/** In the East, and at times in Dutch, the form stands first; a lone `sa` or `as` there is a word of the name. */
function isLeading({ code }: LegalForm, size: number): boolean {
  return size > 1 || ['jsc', 'llc', 'ano', 'fgup', 'pt', 'nv'].includes(code)
}
