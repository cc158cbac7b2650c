// Regions that addresses name without their country, by the codes of GeoNames. The list of cities has no names for them.
// Each has a city that lies in it: the builder stops where the data disagree.

interface RegionNames {
  division: string
  /** Written behind a comma: `Paris, TX`; `Springfield, Ill.` */
  codes: string[]
  names: string[]
  city: string
}

/** division | codes | names | a city in it */
const lists: Record<string, string> = {
  US: `AL|AL,Ala|Alabama|Montgomery;AK|AK|Alaska|Anchorage;AZ|AZ,Ariz|Arizona|Phoenix;AR|AR,Ark|Arkansas|Little Rock;CA|CA,Calif|California|Sacramento;
CO|CO,Colo|Colorado|Denver;CT|CT,Conn|Connecticut|Hartford;DE|DE,Del|Delaware|Dover;DC|DC|District of Columbia|Washington, D.C.;FL|FL,Fla|Florida|Tallahassee;
GA|GA,Ga|Georgia|Atlanta;HI|HI|Hawaii|Honolulu;ID|ID|Idaho|Boise;IL|IL,Ill|Illinois|Springfield;IN|IN,Ind|Indiana|Indianapolis;IA|IA|Iowa|Des Moines;
KS|KS,Kan|Kansas|Topeka;KY|KY,Ky|Kentucky|Frankfort;LA|LA,La|Louisiana|Baton Rouge;ME|ME|Maine|Augusta;MD|MD,Md|Maryland|Annapolis;
MA|MA,Mass|Massachusetts|Boston;MI|MI,Mich|Michigan|Lansing;MN|MN,Minn|Minnesota|Saint Paul;MS|MS,Miss|Mississippi|Jackson;MO|MO,Mo|Missouri|Jefferson City;
MT|MT,Mont|Montana|Helena;NE|NE,Neb|Nebraska|Lincoln;NV|NV,Nev|Nevada|Carson City;NH|NH|New Hampshire|Concord;NJ|NJ|New Jersey|Trenton;
NM|NM|New Mexico|Santa Fe;NY|NY|New York,New York State|Albany;NC|NC|North Carolina|Raleigh;ND|ND|North Dakota|Bismarck;OH|OH|Ohio|Columbus;
OK|OK,Okla|Oklahoma|Oklahoma City;OR|OR,Ore|Oregon|Salem;PA|PA,Pa,Penn|Pennsylvania|Harrisburg;RI|RI|Rhode Island|Providence;SC|SC|South Carolina|Columbia;
SD|SD|South Dakota|Pierre;TN|TN,Tenn|Tennessee|Nashville;TX|TX,Tex|Texas|Austin;UT|UT|Utah|Salt Lake City;VT|VT,Vt|Vermont|Montpelier;
VA|VA,Va|Virginia|Richmond;WA|WA,Wash|Washington,Washington State|Olympia;WV|WV|West Virginia|Charleston;WI|WI,Wis|Wisconsin|Madison;WY|WY,Wyo|Wyoming|Cheyenne`,
  CA: `01|AB|Alberta|Edmonton;02|BC|British Columbia,Colombie-Britannique|Vancouver;03|MB|Manitoba|Winnipeg;04|NB|New Brunswick,Nouveau-Brunswick|Fredericton;
05|NL|Newfoundland and Labrador,Newfoundland|St. John's;07|NS|Nova Scotia,Nouvelle-Écosse|Halifax;08|ON,Ont|Ontario|Toronto;09|PE|Prince Edward Island|Charlottetown;
10|QC,Que|Quebec,Québec|Montréal;11|SK|Saskatchewan|Regina;12|YT|Yukon|Whitehorse;13|NT|Northwest Territories|Yellowknife;14|NU|Nunavut|Iqaluit`,
  AU: `01|ACT|Australian Capital Territory|Canberra;02|NSW|New South Wales|Sydney;03|NT|Northern Territory|Darwin;04|QLD|Queensland|Brisbane;
05|SA|South Australia|Adelaide;06|TAS|Tasmania|Hobart;07|VIC|Victoria|Melbourne;08|WA|Western Australia|Perth`,
  GB: 'ENG||England,Angleterre,Inglaterra,Inghilterra,Engeland,Англия,英格兰|London;SCT||Scotland,Schottland,Écosse,Escocia,Scozia,Escócia,Schotland,Шотландия|Edinburgh;WLS||Wales,Cymru,Pays de Galles,Gales,Galles,Уэльс|Cardiff;NIR||Northern Ireland,Nordirland,Irlande du Nord,Irlanda del Norte,Irlanda del Nord|Belfast',
  DE: `01||Baden-Württemberg,Baden-Wuerttemberg|Stuttgart;02||Bayern,Bavaria,Bavière,Baviera,Beieren|Munich;03||Bremen|Bremerhaven;04||Hamburg|Hamburg;
05||Hessen,Hesse|Wiesbaden;06||Niedersachsen,Lower Saxony,Basse-Saxe|Hannover;07|NRW|Nordrhein-Westfalen,North Rhine-Westphalia|Düsseldorf;
08||Rheinland-Pfalz,Rhineland-Palatinate|Mainz;09||Saarland|Saarbrücken;10||Schleswig-Holstein|Kiel;11||Brandenburg|Potsdam;
12||Mecklenburg-Vorpommern,Mecklenburg-Western Pomerania|Schwerin;13||Sachsen,Saxony|Dresden;14||Sachsen-Anhalt,Saxony-Anhalt|Magdeburg;
15||Thüringen,Thuringia|Erfurt;16||Berlin|Berlin`,
  AT: `01||Burgenland|Eisenstadt;02||Kärnten,Carinthia|Klagenfurt am Wörthersee;03||Niederösterreich,Lower Austria|Sankt Pölten;04||Oberösterreich,Upper Austria|Linz;
05||Salzburg|Salzburg;06||Steiermark,Styria|Graz;07||Tirol,Tyrol|Innsbruck;08||Vorarlberg|Bregenz;09||Wien,Vienna|Vienna`,
}

export const regionNames: RegionNames[] = Object.entries(lists).flatMap(([country, list]) =>
  list.split(';').map((line) => {
    const [division = '', codes = '', names = '', city = ''] = line.trim().split('|')
    return {
      division: `${country}.${division}`,
      codes: codes.split(',').filter((code) => code !== ''),
      names: names.split(','),
      city,
    }
  }),
)
