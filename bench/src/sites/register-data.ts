import { readRows } from './own-site.ts'

// A register of the people who drew and printed sea charts, with numbers of authority files.

export const people = readRows(
  ['family', 'given', 'also', 'born', 'bornIn', 'died', 'diedIn', 'occupation', 'employer', 'master'],
  `
Abercairn | Robert | R. Abercairn | 3 March 1791 | Perth | 19 November 1858 | Falmouth | marine surveyor | Northern Lights Chart Office |
Ashcombe | Letitia | Mrs Fairlie | 1812 | Newport | 6 January 1890 | Newport | engraver | Dundas & Harrow |
Ballantrae | Hugh | | c. 1768 | Stromness | 1831 | Stromness | pilot and hydrographer | |
Bellweather | Josiah | | 22 July 1804 | Boston | 2 February 1877 | Halifax | marine surveyor | Board of Colonial Harbours | Abercairn, Robert
Chevening | Augusta | A. Chevening | 1819 | Falmouth | 1903 | Perth | colourist | Dundas & Harrow | Ashcombe, Letitia
Corriedale | Donald | | 30 June 1799 | Stromness | 12 August 1844 | Hamilton | naval officer | Board of Colonial Harbours |
Dundas | Ebenezer | E. Dundas | 1 May 1781 | Perth | 28 October 1852 | Perth | publisher | Dundas & Harrow |
Dundas | Ebenezer William | E. W. Dundas | 14 April 1815 | Perth | 3 December 1893 | Whitby | publisher | Dundas & Harrow | Dundas, Ebenezer
Eskdale | Marianne | | 1840 | Whitby | after 1911 | | computer of tides | Whitby Tidal Observatory |
Fairlie | Thomas | | 11 September 1808 | Georgetown | 25 May 1871 | Newport | draughtsman | Northern Lights Chart Office | Ballantrae, Hugh
Gossage | Peter | Petrus Gossage | 1777 | Boston | 1840 | Boston | instrument maker | |
Harrow | Simeon | S. Harrow | 9 February 1786 | Falmouth | 17 March 1849 | Perth | engraver | Dundas & Harrow |
Inchcape-Moore | Wilfred | | 5 October 1861 | Kingston | 30 April 1919 | Victoria | marine surveyor | Board of Colonial Harbours | Nantgarw, Gwilym
Jessop | Adelaide | | 1855 | Halifax | 1927 | Halifax | lithographer | Halifax Lithographic Company | Quarrendon, Septimus
Kinnaird | Duncan | D. Kinnaird | 27 January 1820 | Stromness | 8 July 1886 | Kingston | naval officer | Northern Lights Chart Office | Corriedale, Donald
Lanercost | Edmund | | 16 December 1833 | Whitby | 21 June 1899 | Whitby | astronomer | Whitby Tidal Observatory |
Mucklebury | Obadiah | | before 1760 | | 1819 | Boston | bookseller | |
Nantgarw | Gwilym | William Nantgarw | 4 August 1846 | Newport | 10 October 1915 | Georgetown | marine surveyor | Board of Colonial Harbours |
Oxenhope | Charlotte | | 1869 | Boston | 1948 | Perth | map librarian | Perthshire Antiquarian Library |
Pentreath | Jago | | 18 May 1797 | Falmouth | 29 September 1855 | Falmouth | pilot | |
Quarrendon | Septimus | S. Q. | 7 July 1838 | Hamilton | 1 January 1907 | Halifax | lithographer | Halifax Lithographic Company |
Rossdhu | Alexander | Sandy Rossdhu | 1803 | Perth | 1880 | Stromness | lighthouse engineer | Northern Lights Chart Office |
Sturminster | Clement | | 24 March 1872 | Victoria | 13 November 1940 | Falmouth | hydrographer | Royal Institute of Soundings |
Tregear | Loveday | | 1850 | Falmouth | 1921 | Falmouth | photographer | Royal Institute of Soundings |
`,
)

export const places = readRows(
  ['name', 'area', 'lat', 'lon', 'geonames'],
  `
Boston | Lincolnshire, England | 52.9763 | -0.0266 | 2655138
Falmouth | Cornwall, England | 50.1544 | -5.0711 | 2649715
Georgetown | Demerara, British Guiana | 6.8045 | -58.1553 | 3378644
Halifax | Nova Scotia, Canada | 44.6464 | -63.5729 | 6324729
Hamilton | Bermuda | 32.2949 | -64.7830 | 3573197
Kingston | Jamaica | 17.9970 | -76.7936 | 3489854
Newport | Isle of Wight, England | 50.7015 | -1.2912 | 2641599
Perth | Perthshire, Scotland | 56.3952 | -3.4314 | 2640358
Stromness | Orkney, Scotland | 58.9650 | -3.2960 | 2636638
Victoria | Mahé, Seychelles | -4.6200 | 55.4550 | 241131
Whitby | Yorkshire, England | 54.4877 | -0.6150 | 2634135
`,
)

export const institutions = readRows(
  ['name', 'founded', 'closed', 'seat', 'kind'],
  `
Northern Lights Chart Office | 1823 | 1889 | Stromness | public office
Dundas & Harrow | 1811 | 1894 | Perth | publisher
Board of Colonial Harbours | 1830 | 1921 | Falmouth | public office
Whitby Tidal Observatory | 1852 | 1936 | Whitby | observatory
Halifax Lithographic Company | 1874 | 1930 | Halifax | printer
Royal Institute of Soundings | 1896 | | Falmouth | learned society
Perthshire Antiquarian Library | 1858 | | Perth | library
`,
)

export const surveys = readRows(
  ['title', 'from', 'to', 'leader', 'place', 'ship'],
  `
Survey of Scapa and the Orkney Sounds | 1826 | 1829 | Abercairn, Robert | Stromness | Merganser
Bermuda Reef Soundings | May 1841 | August 1844 | Corriedale, Donald | Hamilton | Petrel
Second Demerara Harbour Survey | 1862 | 1863 | Bellweather, Josiah | Georgetown | Patience
Falmouth Exhibition of Charts | 14 June 1898 | 2 July 1898 | Sturminster, Clement | Falmouth |
Seychelles Bank Expedition | 9 September 1908 | 1910 | Inchcape-Moore, Wilfred | Victoria | Wayfarer II
Chebucto Tide Campaign | 1881 | 1882 | Lanercost, Edmund | Halifax |
`,
)

export const letters = readRows(
  ['from', 'to', 'day', 'place', 'text'],
  `
Abercairn, Robert | Dundas, Ebenezer | 12 February 1828 | Stromness | I send you by Captain Pentreath the third sheet, which Harrow may now cut. The soundings off Hoy are Ballantrae’s and I will answer for them.
Ashcombe, Letitia | Harrow, Simeon | 30 August 1839 | Newport | The plate of the Solent is ruined. Miss Chevening laid the colours on before the ink was dry, and Mr Dundas must be told.
Bellweather, Josiah | Abercairn, Robert | 4 January 1844 | Kingston | We have lost the long boat and two men, Corriedale among the sick. I beg the Board will allow us to winter here.
Lanercost, Edmund | Eskdale, Marianne | 19 October 1881 | Halifax | Your tables were right to a quarter of an hour and mine were not. Jessop will print them under your name.
Nantgarw, Gwilym | Sturminster, Clement | 3 March 1909 | Georgetown | The Wayfarer touched here on her way out. Inchcape-Moore looks ill, and will not hear of it.
`,
)
