// People, languages and adjectives of places: they are named like places and are none.

const list = `Afghan Albanian Algerian American Andorran Angolan Argentine Argentinian Armenian Australian Austrian Azerbaijani Bahamian
Bahraini Bangladeshi Barbadian Belarusian Belgian Belizean Beninese Bhutanese Bolivian Bosnian Botswanan Brazilian British Briton
Britons Bulgarian Burmese Burundian Cambodian Cameroonian Canadian Chadian Chilean Chinese Colombian Congolese Croatian Croat Cuban
Cypriot Czech Danish Dane Djiboutian Dominican Dutch Ecuadorian Egyptian Emirati English Englishman Eritrean Estonian Ethiopian Fijian
Filipino Finnish Finn French Frenchman Gabonese Gambian Georgian German Ghanaian Greek Grenadian Guatemalan Guinean Guyanese Haitian
Honduran Hungarian Icelandic Indian Indonesian Iranian Iraqi Irish Irishman Israeli Italian Ivorian Jamaican Japanese Jordanian Kazakh
Kazakhstani Kenyan Korean Kuwaiti Kyrgyz Laotian Lao Latvian Lebanese Liberian Libyan Lithuanian Luxembourgish Macedonian Malagasy
Malawian Malaysian Maldivian Malian Maltese Mauritanian Mauritian Mexican Moldovan Monegasque Mongolian Montenegrin Moroccan Mozambican
Namibian Nepalese Nepali Nicaraguan Nigerian Nigerien Norwegian Omani Pakistani Palestinian Panamanian Paraguayan Persian Peruvian
Philippine Polish Pole Portuguese Qatari Romanian Russian Rwandan Samoan Saudi Scottish Scot Scots Senegalese Serbian Serb Singaporean
Slovak Slovakian Slovene Slovenian Somali Spanish Spaniard Sri-Lankan Sudanese Surinamese Swazi Swedish Swede Swiss Syrian Taiwanese
Tajik Tanzanian Thai Tibetan Togolese Tongan Tunisian Turkish Turk Turkmen Ugandan Ukrainian Uruguayan Uzbek Venezuelan Vietnamese
Welsh Welshman Yemeni Yugoslav Yugoslavian Zambian Zimbabwean Soviet Prussian Bavarian Saxon Austro-Hungarian Ottoman Byzantine Roman
Bohemian Moravian Silesian Catalan Basque Breton Flemish Walloon Frisian Sicilian Tuscan Venetian Florentine Parisian Londoner Berliner
Viennese European African Asian Oceanian Scandinavian Nordic Baltic Balkan Slavic Arab Arabian Kurdish Kurd Jewish Jew Hebrew Latin
Hispanic Latino Chicano Afro-American African-American Anglo Anglo-Saxon Celtic Gaelic Germanic Norman Viking Mongol Tatar Cossack
Chechen Punjabi Bengali Tamil Telugu Gujarati Marathi Sindhi Pashtun Malay Javanese Sundanese Hawaiian Californian Texan Alaskan
Floridian Virginian Bostonian Quebecois Québécois Ontarian Caribbean Mediterranean Transatlantic Atlantic-Canadian Maori Māori Inuit
Aboriginal Zulu Xhosa Yoruba Igbo Hausa Berber Tuareg Swahili Mayan Aztec Inca Incan Etruscan Trojan Spartan Athenian Macedon Thracian
Gothic Visigothic Frankish Gaulish Babylonian Assyrian Sumerian Phoenician Carthaginian Israelite Galician Andalusian Castilian
Aragonese Ruthenian Romani Roma Cornish Manx Faroese Greenlandic Hongkonger Cantonese Manchu Uyghur Puerto-Rican Trinidadian Rhodesian
Österreicher Deutscher Franzose Engländer Italiener Böhme`

const forms = new Set<string>()
for (const name of list.split(/\s+/)) {
  forms.add(name.toLowerCase())
  forms.add(`${name.toLowerCase()}s`)
}
/** Of German, with its endings: `österreichischen`. */
const germanStems =
  /^(?:deutsch|österreichisch|französisch|englisch|italienisch|ungarisch|böhmisch|polnisch|russisch|spanisch|griechisch|preußisch|bayerisch|amerikanisch|britisch|europäisch|römisch|türkisch|tschechisch|mährisch|galizisch|kroatisch|serbisch|schweizerisch|niederländisch|schwedisch|dänisch)(?:e[nmrs]?)?$/

/** `Australian`, `Germans`, `österreichischen`. */
export function isDemonym(word: string): boolean {
  const lower = word.toLowerCase()
  return forms.has(lower) || (lower.includes('isch') && germanStems.test(lower))
}

export function listDemonyms(): Iterable<string> {
  return forms
}
