// What an example of schema.org is about, by a plain walk over its JSON-LD that knows nothing of how we read pages.

export interface Thing {
  kind: string
  name: string
}

const people = /^(?:Person|Patient)$/
const events = /(?:Event|EventSeries|Festival|Hackathon|CourseInstance)$/
const places = new RegExp(
  '^(?:Place|Accommodation|Apartment|House|SingleFamilyResidence|\\w*Room|Suite|CampingPitch|AdministrativeArea|City|' +
    'Country|State|SchoolDistrict|CivicStructure|Airport|Aquarium|Beach|BoatTerminal|Bridge|Bus(?:Station|Stop)|Cemetery|' +
    'EventVenue|GovernmentBuilding|CityHall|Courthouse|Embassy|Museum|MusicVenue|Park|ParkingFacility|' +
    'PerformingArtsTheater|PlaceOfWorship|\\w*(?:Church|Temple)|Mosque|Synagogue|Playground|RVPark|SubwayStation|TaxiStand|' +
    'TrainStation|Zoo|Landform|\\w*BodyOfWater|Canal|Pond|Reservoir|Waterfall|Continent|Mountain|Volcano|' +
    'LandmarksOrHistoricalBuildings|Residence|ApartmentComplex|GatedResidenceCommunity|TouristAttraction|' +
    'TouristDestination)$',
)
const organizations = new RegExp(
  '^(?:\\w*Organization|Airline|Consortium|Corporation|CollegeOrUniversity|\\w*School|Preschool|LibrarySystem|NGO|' +
    'FundingScheme|FundingAgency|Cooperative|Project|ResearchProject|\\w*Group|\\w*Party|SportsTeam|WorkersUnion|Brand|' +
    '\\w*Business|\\w*Store|Restaurant|\\w*Restaurant|Bakery|BarOrPub|Brewery|CafeOrCoffeeShop|Distillery|IceCreamShop|' +
    'Winery|FoodEstablishment|Hotel|Hostel|Motel|Resort|SkiResort|BedAndBreakfast|Campground|VacationRental|Pharmacy|' +
    'Physician|MedicalClinic|Hospital|Dentist|DryCleaningOrLaundry|BankOrCreditUnion|AccountingService|InsuranceAgency|' +
    'FinancialService|LegalService|Attorney|Notary|Library|MovieTheater|NightClub|ComedyClub|Casino|ArtGallery|' +
    'AmusementPark|RealEstateAgent|TravelAgency|RadioStation|TelevisionStation|SelfStorage|ShoppingCenter|\\w*Clinic|' +
    'Auto(?:BodyShop|Dealer|Rental|Repair|Wash)|GasStation|FireStation|PoliceStation|PostOffice|GovernmentOffice|' +
    'StadiumOrArena|GolfCourse|BowlingAlley|ExerciseGym|HealthClub|SportsClub|TennisComplex|DaySpa|\\w*Salon|' +
    'ProfessionalService|EmergencyService|Electrician|Plumber|Locksmith|GeneralContractor|MovingCompany|ChildCare|' +
    'AnimalShelter|VeterinaryCare|DiagnosticLab|EmploymentAgency|RecyclingCenter|TouristInformationCenter|InternetCafe)$',
)

function kindOf(type: string): string | undefined {
  const name = type.replace(/^.*[/:#]/, '')
  if (people.test(name)) return 'person'
  if (events.test(name)) return 'event'
  if (places.test(name)) return 'location'
  return organizations.test(name) ? 'object' : undefined
}

/** People, organizations, places and events that have a name. */
export function expectedThings(gold: unknown): Thing[] {
  const things = new Map<string, Thing>()
  walk(gold, (node) => {
    const types = [...listOf(node['@type']), ...listOf(node.additionalType)]
    const kinds = types.flatMap((type) => (typeof type === 'string' ? (kindOf(type) ?? []) : []))
    // A place that is a business as well is a business.
    const kind = kinds.includes('object') ? 'object' : kinds[0]
    const name = listOf(node.name).flatMap((value) => textOf(value) ?? [])[0]
    if (kind !== undefined && name !== undefined) things.set(`${kind} ${fold(name)}`, { kind, name: fold(name) })
  })
  return [...things.values()].filter(({ name }) => name !== '')
}

/** Plain texts of properties that do not name or describe what they belong to. */
export function saidStrings(gold: unknown): Set<string> {
  const texts = new Set<string>()
  walk(gold, (node) => {
    for (const [key, values] of Object.entries(node)) {
      if (/^@|^(?:name|description|headline|text|caption)$/.test(key)) continue
      for (const value of listOf(values)) {
        const text = textOf(value)
        if (text !== undefined) texts.add(fold(text))
      }
    }
  })
  return texts
}

export function fold(text: string): string {
  return text
    .replace(/&(?:#(x[0-9a-f]+|\d+)|(amp|lt|gt|quot|apos|nbsp));/gi, decode)
    .replace(/[\p{Z}\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

function walk(value: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) {
    for (const inner of value) walk(inner, visit)
  } else if (typeof value === 'object' && value !== null) {
    visit(value as Record<string, unknown>)
    for (const inner of Object.values(value)) walk(inner, visit)
  }
}

function listOf(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const inner = typeof value === 'object' && value !== null && '@value' in value ? value['@value'] : undefined
  return typeof inner === 'string' ? inner : undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decode(_all: string, number: string | undefined, name: string | undefined): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? ' '
  const code = Number(`0${number ?? ''}`.replace(/^0(?=\d)/, ''))
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}
