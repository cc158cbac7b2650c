import { readRows } from './own-site.ts'

// A French company that makes instruments for the weather.

export const company = 'Vigneau Capteurs'
export const legalName = 'Vigneau Capteurs SAS'

/** A team member with a text has a page. */
export const team = readRows(
  ['name', 'role', 'office', 'since', 'text'],
  `
Solange Vigneau | Présidente | Nantes | 2009 | Petite-fille du fondateur, Solange Vigneau dirige l’entreprise depuis 2009. Elle a fait ses études à l’Institut polytechnique de la Loire et a travaillé six ans chez Météotronique à Toulouse.
Gaël Le Bihan | Directeur technique | Nantes | 2012 | Ingénieur en mécanique des fluides, Gaël Le Bihan est le père de la gamme Alizé. Il siège au comité de normalisation de l’Union des fabricants d’instruments de mesure.
Mathilde Roussignol | Directrice commerciale | Lyon | 2016 | Mathilde Roussignol a ouvert le bureau de Lyon. Auparavant, elle était responsable des ventes de la société belge Hygromat.
Bertrand Schoonjans | Directeur du bureau Benelux | Liège | 2018 | Né à Verviers en 1974, Bertrand Schoonjans a rejoint Vigneau après le rachat de Hygromat SPRL, dont il était l’un des cofondateurs.
Fatoumata Sissoko | Responsable de la production | Saint-Nazaire | 2014 | Fatoumata Sissoko encadre quarante personnes à l’atelier de Saint-Nazaire. Elle est entrée chez nous comme apprentie.
Jean-Baptiste Quémeneur | Responsable qualité | Saint-Nazaire | 2006 |
Anaïs Delorme | Ingénieure en métrologie | Nantes | 2019 |
Olivier de Kervasdoué | Architecte logiciel | Nantes | 2017 |
Noémie Zürcher | Responsable du bureau suisse | Lausanne | 2020 | Noémie Zürcher représente Vigneau en Suisse et en Autriche. Elle enseigne aussi la climatologie à l’École supérieure du Léman.
Rachid Benhaddou | Chargé d’affaires Maghreb | Lyon | 2015 |
Camille Tessier-Aubry | Designer produit | Nantes | 2021 |
Yann Postic | Technicien support | Saint-Nazaire | 2011 |
Éléonore Bhattacharya | Responsable des données | Nantes | 2022 | Éléonore Bhattacharya a soutenu sa thèse sur les orages cévenols. Elle dirige l’équipe de cinq personnes qui développe Nuage.
Paul-Émile Gagnon | Directeur, Amérique du Nord | Québec | 2019 | Paul-Émile Gagnon a fondé notre filiale canadienne, Vigneau Capteurs Canada inc., avec l’appui de la Ville de Québec.
Inès Carvalho | Responsable des ressources humaines | Nantes | 2013 |
Marius Fontaneau | Comptable | Nantes | 1998 |
`,
)

export const offices = readRows(
  ['town', 'country', 'street', 'geo', 'opened'],
  `
Nantes | France | 12, quai de la Fosse, 44000 Nantes | 47.217 -1.553 | 1962
Saint-Nazaire | France | Zone de Brais, 44600 Saint-Nazaire | 47.273 -2.214 | 1971
Lyon | France | 88, cours Gambetta, 69003 Lyon | 45.748 4.847 | 2016
Liège | Belgique | Rue du Mont-Saint-Martin 21, 4000 Liège | 50.633 5.568 | 2018
Lausanne | Suisse | Avenue de la Gare 5, 1003 Lausanne | 46.516 6.633 | 2020
Québec | Canada | 310, rue Saint-Joseph Est, Québec (QC) G1K 3B3 | 46.812 -71.215 | 2019
`,
)

export const products = readRows(
  ['name', 'kind', 'year', 'text'],
  `
Alizé 3 | Anémomètre à ultrasons | 2019 | Sans pièce mobile, l’Alizé 3 mesure le vent jusqu’à 75 m/s. Il a été conçu par Gaël Le Bihan et Camille Tessier-Aubry.
Rosée | Capteur d’humidité foliaire | 2015 | Rosée équipe plus de 2 000 parcelles de vigne, dont celles de la Cave coopérative du Haut-Layon.
Garonne | Pluviomètre à auget | 2003 | Un classique : précision de 0,1 mm, corps en aluminium anodisé, entretien tous les trois ans.
Orion | Station complète | 2021 | Orion réunit huit capteurs sur un mât de deux mètres. Elle a reçu le Prix de l’innovation climat 2022.
Nuage | Plateforme de données | 2023 | Nuage rassemble les mesures de toutes vos stations. Développée à Nantes par l’équipe d’Éléonore Bhattacharya.
Lausanne | Enregistreur d’avalanches | 2022 | Mis au point avec l’École supérieure du Léman, l’enregistreur Lausanne résiste à –40 °C.
`,
)

export const customers = readRows(
  ['name', 'text', 'site'],
  `
Cave coopérative du Haut-Layon | 220 capteurs Rosée | www.haut-layon.example
Aéroport de Brest-Guipavas Ouest | 4 anémomètres Alizé 3 | www.brest-ouest.example
Régie des eaux du Forez | 61 pluviomètres Garonne | eaux-forez.example
Téléphériques du Valais central SA | 12 enregistreurs Lausanne | www.tvc.example
Hydro-Saguenay | 30 stations Orion | www.hydro-saguenay.example
Commune de Plougastel | 1 station Orion | www.plougastel-mairie.example
Chemins de fer de la Meuse | 18 anémomètres Alizé 3 | cfm.example
Fondation Vent d’Ouest | mécénat | ventdouest.example
`,
)

export const fairs = readRows(
  ['name', 'from', 'to', 'town', 'geo', 'stand', 'who'],
  `
Salon Météo & Territoires 2023 | 14 mars 2023 | 16 mars 2023 | Toulouse | 43.604 1.444 | B 42 | Mathilde Roussignol
Rencontres de la vigne connectée | 9 novembre 2023 | | Angers | 47.473 -0.555 | 17 | Anaïs Delorme
Congrès alpin de nivologie 2024 | 22 janvier 2024 | 25 janvier 2024 | Chambéry | 45.564 5.918 | hall A | Noémie Zürcher
Salon Météo & Territoires 2024 | 12 mars 2024 | 14 mars 2024 | Toulouse | 43.604 1.444 | B 40 | Mathilde Roussignol
Journée portes ouvertes de Saint-Nazaire | 21 septembre 2024 | | Saint-Nazaire | 47.273 -2.214 | atelier | Fatoumata Sissoko
`,
)

export const press = readRows(
  ['slug', 'place', 'day', 'title', 'text'],
  `
rachat-hygromat | Nantes | 3 septembre 2018 | Vigneau Capteurs rachète le belge Hygromat | Le fabricant nantais acquiert la totalité du capital de Hygromat SPRL, fondée à Liège en 1999 par Bertrand Schoonjans et Godelieve Peeters. Le montant n’a pas été communiqué. « Nous gagnons dix ans », se félicite Solange Vigneau.
filiale-quebec | Québec | 11 juin 2019 | Une filiale au Québec | Vigneau Capteurs Canada inc. ouvre ses portes rue Saint-Joseph. Son directeur, Paul-Émile Gagnon, prévoit huit embauches. Premier client : Hydro-Saguenay.
prix-innovation | Paris | 6 décembre 2022 | Orion remporte le Prix de l’innovation climat | Le jury présidé par Hortense Mallarmé a distingué la station Orion parmi 57 dossiers. Le prix, doté de 20 000 euros par la Fondation Vent d’Ouest, a été remis à Gaël Le Bihan et à Camille Tessier-Aubry.
nuage | Nantes | 2 mai 2023 | Nuage, toutes vos mesures au même endroit | La plateforme Nuage est disponible en France, en Belgique et en Suisse. La Régie des eaux du Forez l’a testée pendant un an sous la conduite de son directeur technique, Lucien Peyrard.
partenariat-leman | Lausanne | 18 octobre 2023 | Partenariat avec l’École supérieure du Léman | Noémie Zürcher et le doyen Urs Aeschlimann ont signé une convention de cinq ans. Deux thèses seront financées, la première sur les avalanches de fonte.
proces-meteotronique | Nantes | 29 février 2024 | Fin du litige avec Météotronique | Le tribunal de commerce de Nantes a débouté Météotronique SA, qui accusait Vigneau d’avoir copié un brevet de 2011. L’entreprise toulousaine ne fera pas appel, a indiqué son avocate, Me Clotilde Ferrandi.
`,
)

export const jobs = readRows(
  ['title', 'office', 'contact'],
  `
Technicien de maintenance (H/F) | Saint-Nazaire | Inès Carvalho
Développeuse ou développeur Rust | Nantes | Olivier de Kervasdoué
Stage : étalonnage en soufflerie | Nantes | Anaïs Delorme
`,
)
