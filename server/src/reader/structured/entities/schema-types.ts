import type { BaseKind } from '../../../facts/claim.ts'

// The types of schema.org that become entities. Articles, products, offers and the like do not; what they state about
// people, organizations and places does.

const person = 'Person Patient'

const organization = `Organization Airline Consortium Cooperative Corporation EducationalOrganization CollegeOrUniversity
  ElementarySchool HighSchool MiddleSchool Preschool School FundingScheme FundingAgency GovernmentOrganization
  LibrarySystem MedicalOrganization DiagnosticLab VeterinaryCare NGO NewsMediaOrganization OnlineBusiness OnlineStore
  PerformingGroup DanceGroup MusicGroup TheaterGroup PoliticalParty Project ResearchProject ResearchOrganization
  SearchRescueOrganization SportsOrganization SportsTeam WorkersUnion Brand`

const business = `LocalBusiness AnimalShelter ArchiveOrganization AutomotiveBusiness AutoBodyShop AutoDealer
  AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer MotorcycleRepair ChildCare Dentist
  DryCleaningOrLaundry EmergencyService FireStation Hospital PoliceStation EmploymentAgency EntertainmentBusiness
  AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub FinancialService AccountingService
  AutomatedTeller BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery
  FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice PostOffice HealthAndBeautyBusiness BeautySalon
  DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician GeneralContractor
  HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney Notary
  Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental MedicalBusiness
  CommunityHealth Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic CovidTestingFacility Midwifery
  Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician IndividualPhysician
  PhysiciansOffice Physiotherapy PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth ProfessionalService
  RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym
  GolfCourse PublicSwimmingPool SportsClub StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore
  ComputerStore ConvenienceStore DepartmentStore ElectronicsStore Florist FurnitureStore GardenStore GroceryStore
  HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore MensClothingStore MobilePhoneStore MovieRentalStore
  MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore SportingGoodsStore TireShop ToyStore
  WholesaleStore TelevisionStation TouristInformationCenter TravelAgency`

const place = `Place Accommodation Apartment CampingPitch House SingleFamilyResidence Room HotelRoom MeetingRoom Suite
  AdministrativeArea City Country SchoolDistrict State CivicStructure Airport Aquarium Beach BoatTerminal Bridge
  BusStation BusStop Cemetery Crematorium EducationalFacility EventVenue GovernmentBuilding CityHall Courthouse
  DefenceEstablishment Embassy LegislativeBuilding Museum MusicVenue Park ParkingFacility PerformingArtsTheater
  PlaceOfWorship BuddhistTemple Church CatholicChurch HinduTemple Mosque Synagogue Playground PublicToilet RVPark
  SubwayStation TaxiStand TrainStation Zoo Landform BodyOfWater Canal LakeBodyOfWater OceanBodyOfWater Pond Reservoir
  RiverBodyOfWater SeaBodyOfWater Waterfall Continent Mountain Volcano LandmarksOrHistoricalBuildings Residence
  ApartmentComplex GatedResidenceCommunity TouristAttraction TouristDestination`

const event = `Event BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance DanceEvent DeliveryEvent
  EducationEvent EventSeries ExhibitionEvent Festival FoodEvent Hackathon LiteraryEvent MusicEvent PerformingArtsEvent
  PublicationEvent BroadcastEvent OnDemandEvent SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent UserInteraction
  VisualArtsEvent`

const kinds = new Map<string, BaseKind>()
const add = (names: string, kind: BaseKind) => {
  for (const name of names.split(/\s+/)) kinds.set(name, kind)
}
add(person, 'person')
add(organization, 'object')
add(business, 'object')
add(place, 'location')
add(event, 'event')

/** Only the standard calls counters of likes events. */
kinds.delete('UserInteraction')

/** The order of kinds for an item with several types: a place that is also a business is a business. */
const rank: readonly BaseKind[] = ['person', 'event', 'object', 'location']

/** The kind of an item by its types. Unknown types that end in `Event` are events, in case schema.org adds some. */
export function kindOf(types: readonly string[]): BaseKind | undefined {
  const found = types.map((type) => kinds.get(type) ?? (/^[A-Z]\w*Event$/.test(type) ? 'event' : undefined))
  return rank.find((kind) => found.includes(kind))
}

/** Whether an item is a role: a relation with properties, such as from when to when somebody was a member. */
export function isRole(types: readonly string[]): boolean {
  return types.some((type) => roles.has(type))
}

const roles: ReadonlySet<string> = new Set(['Role', 'OrganizationRole', 'EmployeeRole', 'PerformanceRole', 'LinkRole'])
