import { isServer, isTest, type SourceFile } from './source-file.ts'

const wordsMost = 4
/** Words between bars, as patterns have them. A piece may be optional in part: `offers?`, `chair(?:man)?`. */
const alternation = /(?<![\p{L}])(?:\p{L}{2,}[\p{L}?.’' -]*\|){4,}\p{L}{2,}/gu

/** Words stand in the files of their language, so that a language is added there and nowhere else. */
export function checkWords(file: SourceFile): string[] {
  if (!isServer(file) || isTest(file)) return []
  return file.text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:\/\/|\/?\*)/.test(line)) return []
    const [found] = line.match(alternation) ?? []
    return found === undefined
      ? []
      : [
          `${file.path}:${at + 1}: more than ${wordsMost} words in a pattern (${found.slice(0, 30)}…); use a list of language/words/`,
        ]
  })
}
