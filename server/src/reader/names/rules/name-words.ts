// Words that tell names from other words, and kinds of names from each other, in lower case.

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** As the words here are written: in lower case, without the dot of an abbreviation. */
export function plainWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** In front of the name of a person, and no part of it. */
export const titles = setOf(
  `mr mrs ms mx miss dr prof professor sir dame lord lady rev reverend father hon gov governor sen senator rep president
  chancellor minister king queen prince princess pope bishop archbishop cardinal captain capt general gen colonel col major maj
  lieutenant lt sergeant sgt admiral adm judge justice mayor herr frau fräulein graf gräfin freiherr baron baronin kaiser
  könig königin fürst erzherzog professorin doktor magister mag dipl ing monsieur madame mme mlle señor señora
  signor signora coach rabbi imam sheikh saint viscount earl duke duchess count countess marquess congressman congresswoman
  councillor alderman sister brother`,
)

/** Titles that are given names as well. */
export const givenTitles = setOf('duke earl king prince major dean baron count rex')

/** A name that begins so is a person, whoever reads it. */
export const personalTitles = setOf(
  'mr mrs ms mx dr prof professor sir dame herr frau fräulein monsieur madame mme mlle señor señora signor signora',
)

/** Behind the name of a person. */
export const nameSuffixes = setOf('jr sr ii iii iv phd esq md')

/** Before `of`: what somebody is, and nobody's name. */
export const roleHeads = setOf(
  `earl duke count viscount baron marquess fellow member head chief director chairman chair secretary speaker leader dean
  rector provost deputy ambassador commander master bachelor doctor professor order knight companion dame lord lady heir son
  daughter student lecturer vice-president`,
)

/** Heads that no person has as a last name. */
export const surelyObjects = setOf(
  `university college academy institute institution ministry museum gallery library foundation association society federation
  council committee commission agency authority bureau parliament senate orchestra hospital corporation universität hochschule
  ministerium stiftung verein verband gesellschaft technologies airlines airways`,
)

export const legalForms = setOf(
  `gmbh ag kg ohg ug mbh kgaa e.v ev eg se inc inc. ltd ltd. llc llp plc corp corp. co co. limited incorporated corporation
  company bv b.v nv n.v s.a sa sarl s.a.r.l s.r.l srl s.p.a spa oy ab as a/s aps pty sp.z.o.o kft kk s.l gbr stiftung genossenschaft`,
)

/** The word that says what an organization is, as its last word or before `of`. */
export const organizationHeads = setOf(
  `university college school academy institute institution faculty department ministry museum gallery library archive archives
  foundation trust association society union federation confederation council committee commission board agency authority
  bureau office parliament senate congress party bank group holdings club fc team league orchestra ensemble choir band theatre
  theater company corporation railway railways reserve regiment brigade squadron front forum press publishers publishing records studios magazine newspaper journal times hospital clinic
  church diocese army navy force forces police court organisation organization alliance coalition consortium network
  laboratory laboratories lab airlines airways railways motors brothers partners ventures capital systems technologies
  software labs media broadcasting television universität hochschule akademie institut ministerium museum galerie bibliothek
  archiv stiftung verein verband gesellschaft bund rat kommission amt behörde bank partei verlag klinik krankenhaus kirche
  gymnasium schule fakultät universitäten gewerkschaft genossenschaft orchester université école ministère musée fondation
  société conseil banque parti universidad universidade università instituto istituto ministerio museo fundación fondazione
  asociación associazione sociedad società banco banca partido partito`,
)

/** Ends of German words that say the same: `Innenministerium`, `Landtag`. */
export const germanOrganization =
  /(?:ministerium|universität|hochschule|akademie|institut|museum|galerie|bibliothek|archiv|stiftung|verein|verband|gesellschaft|gymnasium|verlag|partei|kommission|gericht|sparkasse|orchester|fakultät|gewerkschaft|genossenschaft)s?$/

/** What has one of these as its last word, or before `of`, happens. */
export const eventHeads = setOf(
  `conference battle festival summit election elections referendum olympics championship championships cup war wars
  revolution uprising siege massacre treaty congress convention symposium workshop meetup hackathon exhibition biennale expo
  fair marathon tournament games grand prix rally concert tour ceremony anniversary plebiscite coup crisis riots strike
  kongress konferenz tagung schlacht krieg wahl wahlen festspiele messe ausstellung olympiade meisterschaft gipfel aufstand
  revolution bataille guerre conférence festival élection exposition batalla guerra conferencia elección`,
)
/** Heads that are organizations as often, and so need a year or a number. */
export const doubtfulEvents = setOf(
  'congress convention cup games fair tour rally concert strike crisis grand prix exhibition messe championship',
)

export const calendarWords = setOf(
  `january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun januar jänner februar
  märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag spring summer autumn fall
  winter frühling sommer herbst christmas easter weihnachten ostern today yesterday tomorrow`,
)

export const languageWords = setOf(
  `english german french spanish italian portuguese dutch russian chinese japanese korean arabic hebrew latin greek hindi urdu
  bengali turkish polish czech slovak hungarian swedish norwegian danish finnish mandarin cantonese persian farsi sanskrit
  swahili deutsch englisch französisch spanisch italienisch latein griechisch esperanto yiddish gaelic catalan basque`,
)

export const currencyWords = setOf(
  'euro euros dollar dollars pound pounds sterling yen yuan franc francs mark marks rupee rupees ruble rubles usd eur gbp chf jpy bitcoin gulden kronen krone',
)

/** Capitalised in pages without being names. */
export const pageWords = setOf(
  `home about contact news blog search menu login logout register sign subscribe newsletter share download read more privacy
  policy terms cookies cookie copyright rights reserved links link page pages site website web map next previous back top
  abstract introduction conclusion references bibliography notes note chapter section part figure table appendix index
  overview summary details description example examples question questions answer answers step steps update updates video
  audio photo photos image images pdf html css xml json http https faq rss api url email mail phone fax tel address
  mr mrs ms dr prof sir god lord i me my we you he she it they this that these those here there what when where who why how
  yes no not and or but if the a an of in on at by for with from to as is are was were be been has have had do does did
  will would can could should may might must also however although because while after before during since until
  president minister king queen emperor prime director chairman chair ceo cto cfo secretary professor doctor bishop pope
  north south east west northern southern eastern western internet wikipedia christian jewish muslim islamic catholic
  protestant buddhist hindu county island islands river city town village state states street road avenue park lake mountain
  valley bay sea ocean region district province country world earth nation democratic republican liberal conservative
  socialist communist allied impressum kontakt startseite datenschutz suche aktuelles brief briefe seite`,
)
