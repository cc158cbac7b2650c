import type { ErrorCode } from '@polegraph/contract/errors.ts'
import type { CallOptions } from '@polegraph/sdk/call-options.ts'
import type { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { z } from 'zod'
import type { AnswerParts } from './answer-text.ts'

/** What a tool works with. */
export interface ToolCall<Args = unknown, Fields = unknown> {
  client: Polegraph
  /** The arguments that only tools have. */
  args: Args
  /** The arguments that are fields of a route, as the client takes them. */
  fields: Fields
  /** Id of the domain that the arguments name; empty for a tool without one. */
  domain: string
  /** How many characters the blocks of the answer may have. */
  room: number
  /** Ends every call of the client when the caller cancels. */
  options: CallOptions
}

interface ToolText<Args extends z.ZodObject, Fields extends z.ZodObject> {
  /** As the protocol has it: in snake case. */
  name: string
  title: string
  /** For a model: when to use it, and what comes back. */
  description: string
  /** What the tool takes: arguments of its own, and fields of a query or body of the contract. */
  args: Args
  fields: Fields
}

/** A tool that changes nothing. Its fields are those of a query. */
export interface ReadingTool<Args extends z.ZodObject = z.ZodObject, Fields extends z.ZodObject = z.ZodObject>
  extends ToolText<Args, Fields> {
  read(call: ToolCall<z.output<Args>, z.output<Fields>>): Promise<AnswerParts>
}

/** A tool that changes something: it exists only where its caller asked for such tools. Its fields are those of a body. */
export interface WritingTool<Args extends z.ZodObject = z.ZodObject, Fields extends z.ZodObject = z.ZodObject>
  extends ToolText<Args, Fields> {
  /** Doing it again has no further effect. */
  isIdempotent?: true
  write(call: ToolCall<z.output<Args>, z.output<Fields>>): Promise<{ text: string; data: Record<string, unknown> }>
}

export type Tool = ReadingTool | WritingTool

/** Infers the types of what `read` is given from `args` and `fields`. */
export function readingTool<Args extends z.ZodObject, Fields extends z.ZodObject>(
  tool: ReadingTool<Args, Fields>,
): ReadingTool {
  return tool
}

/** The same for a tool that writes. */
export function writingTool<Args extends z.ZodObject, Fields extends z.ZodObject>(
  tool: WritingTool<Args, Fields>,
): WritingTool {
  return tool
}

/** Something that a caller did wrong, in words that say what to do. */
export class ToolMistake extends Error {
  override readonly name = 'ToolMistake'
  /** The code that the service has for it, if it is a mistake there too. */
  readonly code: ErrorCode | undefined

  constructor(message: string, code?: ErrorCode) {
    super(message)
    this.code = code
  }
}
