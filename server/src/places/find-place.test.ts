import { beforeAll, describe, expect, it } from 'vitest'
import type { PlaceHint, Where } from '../facts/claim.ts'
import { type PlaceContext, Places } from './find-place.ts'

let places: Places

beforeAll(async () => {
  places = await Places.load()
})

/** Precision, country and name of the result, such as `city FR Paris`. */
function found(hint: PlaceHint | string, context?: PlaceContext): string {
  const where = places.find(typeof hint === 'string' ? { name: hint } : hint, context)
  return where ? [where.precision, where.country, nameOf(where)].filter((part) => part !== null).join(' ') : 'nowhere'
}

const nameOf = ({ place_id }: Where) => (place_id === null ? null : (places.nameOf(place_id) ?? 'no name'))

const names: Record<string, string> = {
  Paris: 'city FR Paris',
  'Paris, Texas': 'city US Paris',
  'Paris, TX, USA': 'city US Paris',
  München: 'city DE Munich',
  MÜNCHEN: 'city DE Munich',
  Muenchen: 'city DE Munich',
  Мюнхен: 'city DE Munich',
  'Den Haag': 'city NL The Hague',
  'The Hague': 'city NL The Hague',
  'St. Petersburg': 'city RU Saint Petersburg',
  'Saint Petersburg': 'city RU Saint Petersburg',
  'St. Petersburg, FL': 'city US St. Petersburg',
  'St-Étienne': 'city FR Saint-Étienne',
  'Köln, Deutschland': 'city DE Köln',
  北京: 'city CN Beijing',
  القاهرة: 'city EG Cairo',
  UK: 'country GB',
  'U.S.': 'country US',
  USA: 'country US',
  'the Netherlands': 'country NL',
  Österreich: 'country AT',
  England: 'region GB',
  Texas: 'region US',
  Bavaria: 'region DE',
  Victoria: 'region AU',
  Georgia: 'country GE',
  'Athens, Georgia': 'city US Athens',
  Hamburg: 'city DE Hamburg',
  'New York': 'city US New York City',
  'Washington, DC': 'city US Washington, D.C.',
  Hamilton: 'city CA Hamilton',
  'San José': 'city CR San José',
  Granada: 'city ES Granada',
  Roma: 'city IT Rome',
  'Berlin, DE': 'city DE Berlin',
  'Wilmington, DE': 'city US Wilmington',
  'Toronto, CA': 'city CA Toronto',
  'Los Angeles, CA': 'city US Los Angeles',
  'Perth, Scotland': 'city GB Perth',
  'Kreuzberg, Berlin': 'city DE Kreuzberg',
  // Codes and short forms, and parts of the world, are no towns.
  WA: 'nowhere',
  OSS: 'nowhere',
  Africa: 'nowhere',
  Asien: 'nowhere',
  'London SW1A 1AA': 'city GB London',
  '1012 AB Amsterdam': 'city NL Amsterdam',
  'D-50667 Köln': 'city DE Köln',
  "38 avenue de l'Opéra, 75002 Paris, France": 'address FR Paris',
  '10 Downing Street, London SW1A 2AA, UK': 'address GB London',
  'Philharmonie, Berlin': 'city DE Berlin',
  'Nowhere Hall, Texas': 'region US',
  'Nowhere Hall, TX': 'region US',
  'Nowhere Hall, DEU': 'country DE',
}

const strangers = [
  'Paris Hilton',
  'Bank of America',
  'Springfield Elementary School',
  'Oxford University',
  'Online',
  'Room 5',
  'IT',
  'us',
  'Home',
  'The Bar',
  'Of',
  'Central',
  'Union',
  'Most',
  'Church',
  'Some Hall, Home',
  'Church, Union',
  '',
  ' ',
  ',,,',
  '75002',
  '12 34',
  'Europe',
  'x'.repeat(10_000),
  'Berlin '.repeat(5000),
]

describe('a name', () => {
  it.each(Object.entries(names))('%s', (name, expected) => {
    expect(found(name)).toBe(expected)
  })

  it.each(strangers)('%.40s is nowhere', (name) => {
    expect(found(name)).toBe('nowhere')
  })

  it('has the coordinates of the place, and its number', () => {
    expect(places.find({ name: 'Berlin' })).toEqual({
      lat: expect.closeTo(52.524, 2),
      lon: expect.closeTo(13.411, 2),
      precision: 'city',
      country: 'DE',
      place_id: 'geonames:2950159',
    })
    expect(places.find({ name: 'Springfield, Ill.' })?.lat).toBeCloseTo(39.8, 1)
    expect(places.find({ name: 'Springfield, MA' })?.lat).toBeCloseTo(42.1, 1)
  })

  it('is at home where the page is, unless it says otherwise', () => {
    expect(found('Cambridge')).toBe('city GB Cambridge')
    expect(found('Cambridge', { country: 'US' })).toBe('city US Cambridge')
    expect(found('Georgia', { country: 'US' })).toBe('region US')
    expect(found('Cambridge, England', { country: 'US' })).toBe('city GB Cambridge')
    expect(found('Berlin', { country: 'FR' })).toBe('city DE Berlin')
  })
})

describe('the home of a page', () => {
  const home = (names: string[], host: string | null = null) =>
    places.homeOf(
      names.map((name) => ({ name })),
      host,
    )

  it('is the country or the region that most of its places are in', () => {
    expect(home(['Dundee', 'Edinburgh', 'Inverness', 'Perth'])).toMatchObject({ country: 'GB' })
    expect(found('Perth', home(['Dundee', 'Edinburgh', 'Inverness', 'Perth']))).toBe('city GB Perth')
    expect(found('Perth', home(['Sydney', 'Melbourne', 'Brisbane', 'Perth']))).toBe('city AU Perth')
    expect(found('Hamilton', home(['Wellington', 'Auckland', 'Christchurch']))).toBe('city NZ Hamilton')
  })

  it('has its small places', () => {
    expect(found('Stromness')).toBe('nowhere')
    expect(found('Stromness', home(['Dundee', 'Edinburgh', 'Inverness']))).toBe('city GB Stromness')
    expect(found('Stromness', home([], 'www.example.co.uk'))).toBe('nowhere')
    expect(found('Church', home(['Dundee', 'Edinburgh', 'Inverness']))).toBe('nowhere')
  })

  it('is none where its places are all over the world, or few', () => {
    expect(home(['Berlin', 'Tokyo', 'Nairobi', 'Lima'])).toEqual({})
    expect(home(['Dundee', 'Edinburgh'])).toEqual({})
  })

  it('is the country of its address, unless a far larger place has the name', () => {
    expect(home([], 'www.waikato.ac.nz')).toEqual({ country: 'NZ', is_weak: true })
    expect(found('Hamilton', home([], 'www.waikato.ac.nz'))).toBe('city NZ Hamilton')
    expect(found('London', home([], 'www.example.ca'))).toBe('city GB London')
    expect(home([], 'www.example.io')).toEqual({})
    expect(home([], 'www.example.com')).toEqual({})
    expect(home([], null)).toEqual({})
  })
})

describe('a small place', () => {
  it.each(['Bar, Montenegro', 'Of, Turkey', 'Most, Czechia', 'Rye, England', 'Marfa, TX'])(
    'is found within its country or region: %s',
    (name) => expect(found(name)).toMatch(/^city/),
  )

  it('is not found by its name alone', () => {
    expect(found('Rye')).not.toMatch(/^city GB/)
    expect(found('Marfa')).toBe('nowhere')
    expect(found({ locality: 'Marfa' })).toBe('nowhere')
    expect(found({ locality: 'Marfa', region: 'TX' })).toBe('city US Marfa')
    expect(found({ locality: 'Bar', country: 'ME' })).toBe('city ME Bar')
  })

  it('is found by its name alone where it is a capital', () => {
    expect(found('Vaduz')).toBe('city LI Vaduz')
    expect(found('San Marino')).not.toBe('nowhere')
  })
})

describe('an address', () => {
  it('is known by its town', () => {
    expect(found({ street: '1 Rue X', locality: 'Paris', country: 'FR' })).toBe('address FR Paris')
    expect(found({ locality: 'Paris', region: 'Texas' })).toBe('city US Paris')
    expect(found({ locality: 'London', region: 'ON', country: 'CA' })).toBe('city CA London')
    expect(found({ locality: 'Munich', region: 'BY', country: 'de' })).toBe('city DE Munich')
    expect(found({ locality: 'London', country: 'England' })).toBe('city GB London')
    expect(found({ locality: 'Singapore' })).toBe('city SG Singapore')
    expect(found({ name: 'Paris Bar', locality: 'Berlin, Germany', street: 'X 5' })).toBe('address DE Berlin')
  })

  it.each(['Illinois', 'IL', 'il', 'Ill.', 'US-IL', 'State of Illinois', 'Illinois (IL)'])(
    'is in the region that it names: %s',
    (region) => {
      expect(places.find({ locality: 'Springfield', region, country: 'US' })?.lat).toBeCloseTo(39.8, 1)
    },
  )

  it('with an unknown region is found only in a town that outranks its namesakes', () => {
    expect(found({ locality: 'Springfield', region: 'Sangamon County', country: 'US' })).toBe('country US')
    expect(found('Springfield, Sangamon County')).toBe('nowhere')
    expect(found('springfield, il')).toBe('nowhere')
    expect(found({ locality: 'Chicago', region: 'Cook County', country: 'US' })).toBe('city US Chicago')
    expect(found({ locality: 'Oxford', region: 'Oxfordshire' })).toBe('city GB Oxford')
    expect(found('Reading, Berks')).toBe('city GB Reading')
    expect(found('Berlin, Tempelhofer Feld')).toBe('city DE Berlin')
  })

  it('is as precise as what is known of it', () => {
    expect(found({ locality: 'Nowhereville', region: 'TX', country: 'US' })).toBe('region US')
    expect(found({ street: '5 Main St', locality: 'Nowhereville', country: 'Germany' })).toBe('country DE')
    expect(found({ name: 'Paris', locality: 'Nowhereville' })).toBe('nowhere')
    expect(found({ street: '5 Main St' })).toBe('nowhere')
    expect(found({ name: 'Paris', locality: ' ', street: '' })).toBe('city FR Paris')
    expect(found({})).toBe('nowhere')
  })
})

describe('a name within a sentence', () => {
  const hint = (name: string, sentence: string) => places.readHint(name, sentence)

  it('has the region or the country that follows it', () => {
    expect(hint('Springfield', 'He moved to Springfield, Illinois, in 1837.')).toEqual({
      name: 'Springfield',
      region: 'Illinois',
    })
    expect(hint('Springfield', 'The Springfield, IL office')).toEqual({ name: 'Springfield', region: 'IL' })
    expect(hint('Concord', 'Born in Springfield. Concord, New Hampshire')).toEqual({
      name: 'Concord',
      region: 'New Hampshire',
    })
    expect(hint('Tbilisi', 'Tbilisi, Georgia')).toEqual({ name: 'Tbilisi', country: 'Georgia' })
    expect(hint('Tripoli', 'from Tripoli, Lebanon.')).toEqual({ name: 'Tripoli', country: 'Lebanon' })
  })

  it.each([
    ['Springfield', 'Springfield, in Illinois'],
    ['Paris', 'Shops in Paris, Wyoming and Berlin'],
    ['Springfield', 'Springfield, or so'],
    ['Springfield', 'Illinois, Springfield'],
    ['Field', 'Springfield, Illinois'],
    ['Milan', 'Born in Milan, In the north'],
    ['Vienna', 'From Vienna, Virginia Woolf wrote a letter'],
    ['Paris', 'They flew to Paris, Texas Instruments said'],
  ])('has none else: %s in %s', (name, sentence) => {
    expect(hint(name, sentence)).toEqual({ name })
  })
})

describe('coordinates', () => {
  it('win over names, which still tell the country', () => {
    const where = places.find({ name: 'Hall', lat: 52.5, lon: 13.4, country: 'Deutschland' })
    expect(where).toEqual({ lat: 52.5, lon: 13.4, precision: 'point', country: 'DE', place_id: null })
    expect(places.find({ lat: -90, lon: 180 })).toMatchObject({ precision: 'point', country: null })
  })

  it('choose the town of that name that is near, and its country', () => {
    expect(places.find({ name: 'Halifax', lat: 44.65, lon: -63.57 })).toMatchObject({
      ...{ lat: 44.65, lon: -63.57, precision: 'point' },
      ...{ country: 'CA', place_id: 'geonames:6324729' },
    })
    expect(places.find({ name: 'Boston', lat: 52.976, lon: -0.027 })).toMatchObject({
      ...{ country: 'GB', place_id: 'geonames:2655138' },
    })
  })

  it('have no town that is far away, and the country around them', () => {
    expect(places.find({ name: 'Halifax', lat: 48.2, lon: 16.37 })).toMatchObject({ country: 'AT', place_id: null })
    expect(places.find({ name: 'Halifax', lat: 30, lon: -40 })).toMatchObject({ country: null, place_id: null })
  })

  it.each([
    [91, 0],
    [0, 181],
    [0, 0],
    [Number.NaN, 5],
    [undefined, 5],
  ])('are none at %s, %s', (lat, lon) => {
    expect(found({ lat, lon })).toBe('nowhere')
    expect(found({ lat, lon, locality: 'Berlin' })).toBe('city DE Berlin')
  })
})

it('is loaded once per process', async () => {
  const [one, other] = await Promise.all([Places.load(), Places.load()])
  expect(one).toBe(other)
  expect(one).toBe(places)
})

it('has no name for an unknown id', () => {
  expect(places.nameOf('geonames:1')).toBeUndefined()
  expect(places.nameOf('wikidata:Q64')).toBeUndefined()
})

it.each([
  ['Wien', 'Vienna', true],
  ['USA', 'United States', true],
  ['Praha', 'Prague', true],
  ['Oklahoma', 'Oklahoma City', false],
  ['Quebec', 'Québec City', false],
  ['Petersburg', 'Saint Petersburg', false],
  ['Long Island', 'Long Island City', false],
  ['Georgia', 'Tbilisi', false],
])('%s and %s are one: %s', (a, b, isOne) => {
  const idOf = (name: string) => places.idOf(name, places.find({ name }) as Where)
  expect(idOf(a) !== undefined && idOf(a) === idOf(b)).toBe(isOne)
})

describe('a search by name', () => {
  it('finds towns by any of their names, then by how their own begins, the largest first', () => {
    const named = (text: string) => places.search(text, 5).map(({ name, country }) => `${name}, ${country}`)
    expect(named('rostock')[0]).toBe('Rostock, DE')
    expect(named('Varsovie')[0]).toBe('Warsaw, PL')
    expect(named('gdan')[0]).toBe('Gdańsk, PL')
    expect(named('springf').length).toBe(5)
    expect(named('')).toEqual([])
    const [rostock] = places.search('Rostock', 1)
    expect(rostock).toMatchObject({ place_id: 'geonames:2844588', lat: expect.closeTo(54.09, 1) })
  })
})
