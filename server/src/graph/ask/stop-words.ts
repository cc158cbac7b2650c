// Folded words that say nothing by themselves, in the languages that most questions are asked in.

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export type Wanted = 'who' | 'when' | 'where'

/** What a question asks for by its words. */
export const questionWords: Record<Wanted, ReadonlySet<string>> = {
  who: setOf('who whom whose wer wen wem wessen qui quien quienes chi quem wie 誰 谁 кто'),
  when: setOf('when year date wann jahr datum quand annee cuando ano quando anno wanneer jaar いつ 何时 когда'),
  where: setOf('where place wo wohin woher ort ou donde lugar dove luogo onde waar どこ 哪里 где'),
}

/** What is asked of us, and not of the graph. */
export const requestWords = setOf(
  `give show list describe explain find information info details overview summary summarise summarize everything anything
  something history story biography background connected connection relationship related role job position
  erzahl erzahle weisst weißt mir raconte moi geschichte verbindung rolle histoire
  gib zeig zeige nenne beschreibe erklare finde informationen uberblick donne montre decris explique resume`,
)

/** These turn a statement around. */
export const negations = setOf(
  `not no never none nobody neither nor without cannot nicht nie niemals kein keine keinen keiner ohne pas jamais aucun aucune
  sans nunca jamas sin non mai nessuno senza nao sem niet nooit geen zonder`,
)

export const stopWords: ReadonlySet<string> = new Set([
  ...Object.values(questionWords).flatMap((words) => [...words]),
  ...negations,
  ...setOf(
    `a an the this that these those it its he she they them his her their him i you your we our us me my mine there here
    is are was were be been being am do does did done has have had having will would can could shall should may might must
    of in on at to for from by with as about into over under after before between during since until than then and or but if
    so such also both each other another more most some any all many much what which why how whether tell say said says know
    known called named please s t re ve ll d m`,
  ),
  ...setOf(
    `der die das den dem des ein eine einen einem einer eines er sie es sein seine seinen seiner ihr ihre ihren ihrer ich du
    wir man sich ist sind war waren wird werden wurde wurden hat haben hatte hatten kann konnen konnte soll muss von vom im
    am an auf aus bei beim mit nach seit uber um unter vor zu zum zur fur durch als wie und oder aber wenn so auch noch was
    welche welcher welches warum wieso weshalb dass ob`,
  ),
  ...setOf(
    `le la les l un une des du de d et en est sont etait ont a au aux il elle ils elles ce cette ces que quel quelle quels
    quelles comment pourquoi dans par pour sur avec se son sa ses leur el los las lo y e o del al es son fue fueron era eran
    se su sus que como por para con cual cuales porque il gli i uno una di da nel nella della dello dei degli e sono era
    erano che come per con perche quale quali os as um uma do da dos das em no na foi eram sao het een van en zijn was waren
    heeft hebben had op te voor met dat die wat welke hoe waarom`,
  ),
])
