import type { BaseKind } from '../../../facts/claim.ts'

// The meaning of labels of fact tables, in six languages. A label counts as evidence if only one kind has it.

export interface Label {
  /** The schema.org property; `born` and `died` hold a date, a place, or both. */
  property: string
  /** Undefined where several kinds have it. */
  kind: BaseKind | undefined
}

const rows: [kind: BaseKind | undefined, property: string, labels: string][] = [
  ['person', 'born', 'born|birth|geboren|né|née|naissance|nacimiento|nato|nata|nascita|geboren op'],
  [
    'person',
    'birthDate',
    'date of birth|birth date|birthdate|geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|geboortedatum',
  ],
  [
    'person',
    'birthPlace',
    'place of birth|birthplace|birth place|geburtsort|lieu de naissance|lugar de nacimiento|luogo di nascita|geboorteplaats',
  ],
  ['person', 'died', 'died|death|gestorben|tod|mort|morte|décès|fallecimiento|muerte|morto|overleden'],
  [
    'person',
    'deathDate',
    'date of death|death date|sterbedatum|date de décès|fecha de fallecimiento|data di morte|overlijdensdatum',
  ],
  [
    'person',
    'deathPlace',
    'place of death|sterbeort|lieu de décès|lugar de fallecimiento|luogo di morte|plaats van overlijden',
  ],
  [
    'person',
    'hasOccupation',
    'occupation|occupations|profession|beruf|tätigkeit|métier|activité|ocupación|profesión|occupazione|professione|beroep',
  ],
  [
    'person',
    'spouse',
    'spouse|spouses|spouse(s)|ehepartner|ehefrau|ehemann|conjoint|conjointe|cónyuge|coniuge|echtgenoot|echtgenote|partner(s)',
  ],
  ['person', 'parent', 'parent|parents|parent(s)|eltern|padres|genitori|ouders'],
  ['person', 'alumniOf', 'alma mater|education|formation|educación|ausbildung|opleiding'],
  ['person', 'worksFor', 'employer|arbeitgeber|employeur|empleador|datore di lavoro|werkgever'],
  [
    'person',
    'nationality',
    'nationality|citizenship|nationalität|staatsangehörigkeit|nationalité|nacionalidad|nazionalità|cittadinanza|nationaliteit',
  ],
  [
    'object',
    'foundingDate',
    'founded|established|formed|formation date|inception|gegründet|gründung|fondation|création|date de création|fundación|fondazione|opgericht|oprichting|foundation date',
  ],
  [
    'object',
    'founder',
    'founder|founders|founder(s)|founded by|gründer|fondateur|fondateurs|fondatrice|fundador|fundadores|fondatore|fondatori|oprichter|oprichters',
  ],
  [
    'object',
    'ceo',
    'ceo|chief executive officer|geschäftsführer|pdg|directeur général|director ejecutivo|amministratore delegato',
  ],
  [
    'object',
    'location',
    'headquarters|head office|hauptsitz|sitz|firmensitz|siège|siège social|sede|sede central|hoofdkantoor|hoofdzetel|zetel',
  ],
  [
    'object',
    'industry',
    'industry|branche|secteur|secteur d’activité|sector|industria|settore|bedrijfstak|sectorindustrie',
  ],
  [
    'object',
    'numberOfEmployees',
    'employees|number of employees|mitarbeiter|mitarbeiterzahl|effectif|empleados|dipendenti|werknemers|aantal werknemers',
  ],
  ['object', 'revenue', 'revenue|umsatz|chiffre d’affaires|ingresos|fatturato|omzet'],
  [
    'object',
    'parentOrganization',
    'parent company|parent organization|muttergesellschaft|société mère|empresa matriz|società madre|moederbedrijf',
  ],
  ['object', 'legalName', 'legal name|firmenname|raison sociale|razón social|ragione sociale'],
  ['event', 'startDate', 'date|dates|datum|fecha|data|termin|when|wann|start date|beginn'],
  ['event', 'location', 'venue|veranstaltungsort|lieu|lugar|luogo|locatie|austragungsort'],
  [
    'event',
    'organizer',
    'organizer|organiser|organized by|organised by|hosted by|veranstalter|organisateur|organizador|organizzatore|organisator',
  ],
  [
    'location',
    'population',
    'population|einwohner|einwohnerzahl|habitants|población|popolazione|abitanti|inwoners|inwonertal',
  ],
  ['location', 'area', 'area|total area|fläche|superficie|oppervlakte'],
  ['location', 'elevation', 'elevation|höhe|altitude|altitud|altitudine|hoogte'],
  ['location', 'timeZone', 'time zone|timezone|zeitzone|fuseau horaire|huso horario|fuso orario|tijdzone'],
  ['location', 'geo', 'coordinates|koordinaten|coordonnées|coordenadas|coordinate|coördinaten'],
  ['location', 'country', 'country|land|staat|pays|país|paese|stato'],
  [
    'location',
    'containedInPlace',
    'state|province|region|county|bundesland|région|provincia|región|regione|provincie|regio',
  ],
  [undefined, 'url', 'website|web site|webseite|internet|homepage|site web|sitio web|sito web|official website'],
  [undefined, 'legalForm', 'type|typ|rechtsform'],
  [
    undefined,
    'owner',
    'owner|owners|trainer|besitzer|eigentümer|propriétaire|propietario|proprietario|eigenaar|colour|color|farbe|couleur|kleur',
  ],
]

/** Labels of goods, jobs, flats, animals, bills and forms, which are not entities. */
const foreign: ReadonlySet<string> = new Set(
  `price|preis|prix|precio|prezzo|prijs|fee|fees|gebühr|gebühren|frais|tarif|tarifa|kosten|sku|ean|artikelnummer
  availability|verfügbarkeit|disponibilité|in stock|lieferzeit|delivery|shipping|versand|quantity|menge|quantité|cantidad
  quantità|order number|bestellnummer|invoice number|rechnungsnummer|customer number|kundennummer
  salary|gehalt|salaire|salario|stipendio|salaris|contract|contract type|employment type|job type|working hours
  vertragsart|arbeitszeit|type de contrat|tipo de contrato|tipo di contratto|dienstverband|requirements|anforderungen
  application deadline|bewerbungsschluss|apply by
  rent|miete|kaltmiete|warmmiete|loyer|alquiler|affitto|huur|rooms|zimmer|pièces|habitaciones|camere|kamers|bedrooms
  bathrooms|schlafzimmer|chambres|living area|living space|wohnfläche|floor|etage|étage
  breed|rasse|race|raza|razza|ras|sire|dam|damsire|foaled|grandsire|breeder|züchter|jockey|studbook|microchip
  sort by|filter|per page|results|category|kategorie`
    .split(/[|\n]/)
    .map((label) => label.trim()),
)

const labels = new Map<string, Label[]>()
for (const [kind, property, names] of rows) {
  for (const name of names.split('|')) labels.set(name, [...(labels.get(name) ?? []), { property, kind }])
}

/** A label may mean different properties for different kinds. */
export function labelsOf(text: string): Label[] {
  return labels.get(fold(text)) ?? []
}

export function isForeignLabel(text: string): boolean {
  return foreign.has(fold(text))
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("'", '’')
    .replace(/\s*[:：]\s*$/, '')
    .trim()
}
