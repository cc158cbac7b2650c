import { foldPlaceName } from './fold-place-name.ts'

// Words of the languages of pages that are names of places as well, somewhere. Alone they mean the word. Large towns that
// everybody takes for the town (Nice, Reading, Essen, Tours) are not among them.

const words = `
home house room hall bar pub cafe club hotel restaurant kitchen church chapel temple mosque school college university
academy library museum gallery theatre theater cinema office station airport hospital clinic pharmacy police park garden
market square street road bridge gate tower castle palace court stadium arena beach bay lake river sea ocean island hill
mountain valley forest wood woods field farm mill port harbor harbour north south east west northern southern eastern
western central center centre middle upper lower inner outer new old big great little long short high low first second
third last next best most more many much all any some none other same of on in at by to for from with and or but if
is was are be it he she we you they who what when where why how here there now then today union unity liberty freedom
independence enterprise progress hope love peace faith joy happy welcome friendship paradise eden eagle bear lion wolf horse man men boy son king queen prince president bishop general captain miller smith baker cook page carter
gold silver iron stone rock sand clay salt water fire earth sun moon star sky wind snow rain ice red blue green white
black brown grey gray pink orange yellow summer winter spring autumn fall march may june august sunday monday tuesday
wednesday thursday friday saturday day night time year date place town city village county state country region
district area world nation national international global local online virtual digital internet web website site email
phone contact about news events event info information support service services shop store company group team staff
members member public private free open closed live various several unknown other general main plan work works job
media press art arts music dance sport sports science energy health social future bank money trade business industry
plaza mall campus lobby terrace studio lab laboratory auditorium ballroom stage
heim haus hof saal raum zimmer kirche dom schule bahnhof flughafen rathaus markt platz strasse weg berg tal see
fluss meer insel wald feld stein brunnen burg schloss turm tor au aue werk hafen garten buch ort stadt dorf land welt
nord sud ost neu alt gross klein oben unten hier da dort wo wer was wie wann und oder mit von zu im am auf aus bei nach
alle kein keine ja nein online buro zentrum mitte zentrale verein gruppe schwarz weiss rot grun blau sommer winter
maison salle eglise ecole gare mairie marche rue place pont tour chateau jardin parc mer lac ile mont bois champ port
ville village pays monde nord sud est ouest centre haut bas grand petit nouveau vieux ici ou qui quand et avec pour par
dans sur les des une un le tout tous aucun libre bureau siege ligne
casa sala iglesia escuela estacion ayuntamiento mercado plaza calle puente torre castillo jardin parque mar lago isla
monte bosque campo puerto ciudad pais mundo norte sur este oeste centro alto bajo grande pequeno nuevo viejo aqui
donde quien cuando con para por una uno los las el del todo todos ninguno libre oficina sede union libertad progreso
chiesa scuola stazione municipio mercato piazza via ponte castello giardino parco mare isola bosco citta paese mondo
sud ovest basso piccolo nuovo vecchio qui dove chi quando per tra una uno gli tutto tutti nessuno libero ufficio
huis zaal kerk school stadhuis markt plein straat brug toren kasteel tuin park zee meer eiland berg bos veld haven stad
dorp land wereld noord zuid oost west midden hoog laag groot klein nieuw oud hier daar waar wie wat en of met voor van
het een de alle geen vrij kantoor`

const common: ReadonlySet<string> = new Set(words.trim().split(/\s+/))

export function isCommonWord(name: string): boolean {
  return common.has(foldPlaceName(name))
}
