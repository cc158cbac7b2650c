import { readRows } from './own-site.ts'

// An association of bell founders and makers of tower clocks in the south-west of Germany.

export const association = 'Verband der Glockengießer und Turmuhrenbauer im Südwesten e. V.'

export const towns = readRows(
  ['town', 'geo'],
  `
Rottweil | 48.168 8.625
Isny im Allgäu | 47.692 10.040
Weil am Rhein | 47.593 7.621
Tettnang | 47.669 9.588
Hechingen | 48.351 8.964
Ettlingen | 48.941 8.407
Nagold | 48.551 8.725
Landau | 49.199 8.117
Speyer | 49.318 8.431
Neustadt | 49.350 8.139
Kandel | 49.084 8.196
Waldkirch | 48.094 7.961
Horb | 48.444 8.692
Lauffen | 49.075 9.150
Mosbach | 49.353 9.151
Biberach | 48.098 9.788
Freudenstadt | 48.463 8.411
Bretten | 49.037 8.706
Zweibrücken | 49.247 7.361
Heilbronn | 49.140 9.220
Ulm | 48.398 9.992
Karlsruhe | 49.009 8.404
`,
)

/** An empty page means that the member has no page of its own. */
export const members = readRows(
  ['firm', 'owner', 'street', 'code', 'town', 'since', 'founded', 'group', 'page'],
  `
Glockengießerei Habisreutinger GmbH | Annemarie Habisreutinger | Hochbrücktorstraße 14 | 78628 | Rottweil | 1951 | 1887 | Neckar-Alb | x
Turmuhren Öchsle | Karl-Friedrich Öchsle | Wassertorstraße 3 | 88316 | Isny im Allgäu | 1963 | 1919 | Oberschwaben | x
Metallguss Dreiländereck GmbH & Co. KG | Sandrine Wirth-Meunier | Hauptstraße 221 | 79576 | Weil am Rhein | 1998 | 1994 | Hochrhein | x
Gebrüder Loritz OHG | Thomas Loritz und Michael Loritz | Karlstraße 40 | 88069 | Tettnang | 1974 | 1902 | Oberschwaben | x
Zollern Uhrenbau KG | Dr. Wiebke Stehle | Obertorplatz 9 | 72379 | Hechingen | 1986 | 1978 | Neckar-Alb | x
Läutewerke Ganzhorn AG | Ruprecht Ganzhorn | Pforzheimer Straße 68 | 76275 | Ettlingen | 1951 | 1931 | Baden | x
Werkstatt für Zifferblätter Marga Kübler | Marga Kübler | Turmstraße 5 | 72202 | Nagold | 2011 | 2008 | Neckar-Alb | x
Pfälzische Glockengießerei Schnurr | Eberhard Schnurr | Marktstraße 77 | 76829 | Landau | 1951 | 1846 | Pfalz | x
Hammann & Sohn Turmtechnik | Jochen Hammann | Korngasse 12 | 67346 | Speyer | 1969 | 1925 | Pfalz | x
Weinstraßen-Klang GmbH | Lena Ostermayer | Talstraße 101 | 67433 | Neustadt | 2016 | 2015 | Pfalz | x
Bienwald Schlosserei Trauth | Horst Trauth | Rheinstraße 30 | 76870 | Kandel | 1992 | 1960 | Pfalz |
Elztal Orgel- und Uhrenbau eG | Barbara Fehrenbach | Lange Straße 52 | 79183 | Waldkirch | 1979 | 1921 | Hochrhein | x
Kunstguss Bildechingen | Jörg Pfeffer | Burgstallstraße 8 | 72160 | Horb | 2003 | 2001 | Neckar-Alb |
Ing.-Büro Glockenprüfung Saalmüller | Dipl.-Ing. Ottmar Saalmüller | Bahnhofstraße 19 | 74348 | Lauffen | 2007 | 2004 | Unterland | x
Odenwälder Läutetechnik GmbH | Heike Zimmerer-Noll | Eisenbahnstraße 2 | 74821 | Mosbach | 1990 | 1955 | Unterland | x
Riss-Uhren | Meinrad Angele | Gymnasiumstraße 26 | 88400 | Biberach | 1958 | 1899 | Oberschwaben | x
Kniebis Turmmontage GmbH | Silke Armbruster | Stuttgarter Straße 110 | 72250 | Freudenstadt | 2019 | 2012 | Hochrhein |
Restaurierung Melanchthon GbR | Friederike Paulus | Pfluggasse 4 | 75015 | Bretten | 2005 | 2003 | Baden | x
Saarpfalz Glocken | Gernot Backes | Hauptstraße 63 | 66482 | Zweibrücken | 1983 | 1971 | Pfalz | x
Heilbronner Gießhaus GmbH | Erdal Yıldız | Lichtenbergerstraße 20 | 74076 | Heilbronn | 2014 | 1938 | Unterland | x
Uhrmacherei Donauschwaben | Rosalinde Gumpper | Hirschstraße 11 | 89073 | Ulm | 1967 | 1948 | Oberschwaben |
Digitale Glockenspiele Voss | Malte Voss | Waldstraße 81 | 76133 | Karlsruhe | 2021 | 2020 | Baden | x
`,
)

export const board = readRows(
  ['name', 'role', 'firm', 'since', 'mail'],
  `
Annemarie Habisreutinger | Vorsitzende | Glockengießerei Habisreutinger GmbH | 2018 | vorsitz
Jochen Hammann | Stellvertretender Vorsitzender | Hammann & Sohn Turmtechnik | 2012 | stellvertretung
Barbara Fehrenbach | Schatzmeisterin | Elztal Orgel- und Uhrenbau eG | 2021 | kasse
Ottmar Saalmüller | Obmann für Glockenprüfung | Ing.-Büro Glockenprüfung Saalmüller | 2015 | pruefung
Erdal Yıldız | Beisitzer | Heilbronner Gießhaus GmbH | 2021 | beirat
Prof. Dr. Hannelore Distelbarth | Wissenschaftliche Beirätin | Hochschule für Kirchenmusik Tübingen | 2019 | wissenschaft
Konstantin Merz | Geschäftsführer | | 2020 | geschaeftsstelle
`,
)

export const honorary = readRows(
  ['name', 'dates', 'text'],
  `
Schnurr, Wendelin | 1911–1998 | Gründungsvorsitzender 1951–1974
Öchsle, Martha | 1924–2016 | erste Meisterin des Handwerks im Land
Ganzhorn, Theodor | * 1937 | Vorsitzender 1974–1995
Angele, Xaver | 1909–1987 | Schatzmeister 1958–1980
Balluff, Irmgard | * 1941 | Leiterin der Geschäftsstelle 1966–2003
Loritz sen., Anton | 1930–2011 | Ehrenpreis des Handwerks 1996
`,
)

export const events = readRows(
  ['title', 'from', 'to', 'town', 'venue', 'host'],
  `
Mitgliederversammlung 2023 | 5. Mai 2023 | | Rottweil | Altes Kaufhaus | Annemarie Habisreutinger
Südwestdeutscher Glockentag 2023 | 23. September 2023 | 24. September 2023 | Speyer | Historischer Ratssaal | Jochen Hammann
Fachseminar Zifferblattvergoldung | 17. November 2023 | 18. November 2023 | Nagold | Werkstatt Kübler | Marga Kübler
Mitgliederversammlung 2024 | 3. Mai 2024 | | Waldkirch | Elztalmuseum | Barbara Fehrenbach
Prüfertreffen Lauffen | 12. Juni 2024 | | Lauffen | Altes Heilbad | Ottmar Saalmüller
Südwestdeutscher Glockentag 2024 | 28. September 2024 | 29. September 2024 | Biberach | Gigelberghalle | Meinrad Angele
Tag der offenen Gießerei | 19. Oktober 2024 | | Heilbronn | Gießhaus, Halle 2 | Erdal Yıldız
`,
)

export const news = readRows(
  ['slug', 'day', 'title', 'text'],
  `
neue-vorsitzende | 06.05.2023 | Mitglieder bestätigen Vorstand | Auf der Mitgliederversammlung in Rottweil wurde Annemarie Habisreutinger mit 31 von 34 Stimmen im Amt bestätigt. „Wir brauchen Nachwuchs, keine Nostalgie“, sagte sie. Neu im Prüfungsausschuss ist Lena Ostermayer von der Weinstraßen-Klang GmbH. Der Haushalt, den Schatzmeisterin Barbara Fehrenbach vorlegte, wurde ohne Gegenstimme angenommen.
glocke-fuer-kandel | 14.07.2023 | Neue Glocke für St. Georg in Kandel | Die Pfälzische Glockengießerei Schnurr hat am 11. Juli die Totenglocke der Kandeler Georgskirche neu gegossen. Gießmeister Eberhard Schnurr brauchte zwei Anläufe: Der erste Guss im März war wegen eines Lunkers verworfen worden. Geprüft hat die Glocke Dipl.-Ing. Ottmar Saalmüller aus Lauffen.
glockentag-speyer | 26.09.2023 | Vierhundert Gäste beim Glockentag in Speyer | Zwei Tage lang drehte sich in Speyer alles um Klöppel, Joche und Läutemaschinen. Den Festvortrag hielt Prof. Dr. Hannelore Distelbarth von der Hochschule für Kirchenmusik Tübingen über „Die Stimme des Turms“. Oberbürgermeisterin Henrike Strobach grüßte für die Stadt. Die Ausstellung der Firma Läutewerke Ganzhorn AG war am Sonntag so voll, dass der Einlass geschlossen werden musste.
ausbildungspreis | 02.02.2024 | Ausbildungspreis geht nach Mosbach | Die Odenwälder Läutetechnik GmbH erhält den mit 3.000 Euro dotierten Ausbildungspreis der Handwerkskammer Heilbronn-Franken. Geschäftsführerin Heike Zimmerer-Noll nahm ihn am 30. Januar entgegen. Ihr Geselle Luca Brandmaier ist Landessieger der Metall- und Glockengießer geworden.
nachruf-loritz | 21.03.2024 | Wir trauern um Hildegard Loritz | Am 9. März starb im Alter von 91 Jahren Hildegard Loritz, die Witwe unseres Ehrenmitglieds Anton Loritz sen. Sie führte über vierzig Jahre die Bücher der Gebrüder Loritz OHG in Tettnang. Die Urnenbeisetzung fand im Kreis der Familie statt.
digitalisierung | 17.04.2024 | Klangarchiv geht ans Netz | Mit Mitteln der Stiftung Kulturerbe Oberrhein hat der Verband 1.140 Aufnahmen von Geläuten ins Netz gestellt. Entwickelt wurde das Klangarchiv von Malte Voss (Digitale Glockenspiele Voss, Karlsruhe) zusammen mit der Landesstelle für Klangdenkmale. Die Aufnahmen dürfen frei genutzt werden (CC BY).
kooperation-elsass | 08.07.2024 | Kooperation mit dem Elsass | Der Verband und die Association Campanaire du Rhin Supérieur aus Colmar wollen künftig Lehrlinge austauschen. Unterzeichnet haben Konstantin Merz und Präsident Jean-Luc Oberlé. Die ersten vier Jugendlichen gehen im Herbst zu Metallguss Dreiländereck nach Weil am Rhein.
`,
)

export const sponsors = readRows(
  ['name', 'level', 'site'],
  `
Badische Bronze Union AG | Hauptförderer | www.badische-bronze.example
Kreissparkasse Unterer Neckar | Hauptförderer | www.ksk-unterer-neckar.example
Seilerei Hägele | Förderer | seilerei-haegele.example
Stiftung Kulturerbe Oberrhein | Förderer | www.kulturerbe-oberrhein.example
Eichenholz Wager GmbH | Förderer | wager-eiche.example
`,
)
