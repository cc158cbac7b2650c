import type { CallOptions } from '@polegraph/sdk/call-options.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { AnswerParts } from './answer-text.ts'
import type { ToolInput } from './tool-input.ts'

/** What a tool works with. */
export interface ToolCall {
  client: Polegraph
  /** The values are judged by the service, whose errors name the mistake. */
  args: Record<string, unknown>
  /** Id of the domain that the arguments name; empty for a tool without one. */
  domain: string
  /** How many characters the blocks of the answer may have. */
  room: number
  /** Ends every call of the client when the caller cancels. */
  options: CallOptions
}

interface ToolText {
  /** As the protocol has it: in snake case. */
  name: string
  title: string
  /** For a model: when to use it, and what comes back. */
  description: string
  input: ToolInput
}

/** A tool that changes nothing. */
export interface ReadingTool extends ToolText {
  read(call: ToolCall): Promise<AnswerParts>
}

/** A tool that changes something: it exists only where its caller asked for such tools. */
export interface WritingTool extends ToolText {
  /** Doing it again has no further effect. */
  isIdempotent?: true
  write(call: ToolCall): Promise<{ text: string; data: Record<string, unknown> }>
}

export type Tool = ReadingTool | WritingTool

/** Something that a caller did wrong, in words that say what to do. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake'
}

/** The fields of a call to the service. Their values are of any type: the service answers for a wrong one. */
export function fieldsFrom(args: Record<string, unknown>, names: readonly string[]): never {
  const given = names.filter((name) => args[name] !== undefined && args[name] !== null)
  return Object.fromEntries(given.map((name) => [name, args[name]])) as never
}

/** An argument that is an id or a text. */
export function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ToolMistake(`${name} must be a text`)
}
