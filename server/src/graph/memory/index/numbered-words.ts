/** Numbers for kinds and types, of which there are few. */
export class NumberedWords {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = ['']

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.#texts.length)
    return this.#texts.push(text) - 1
  }

  numbersOf(texts: string[]): Set<number> {
    return new Set(texts.flatMap((text) => this.#numbers.get(text) ?? []))
  }

  textOf(number: number): string {
    return this.#texts[number] as string
  }
}
