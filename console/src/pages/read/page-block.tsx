import type { ReactNode } from 'react'
import type { PageText } from '../../shared/service/types.ts'
import { type Block, cellsOf, isWithin, type PageQuote, piecesOf, type TextSpan } from './marked-text.ts'
import classes from './read.module.css'

/** A block of the text with its quotes marked, and what they tell beside it. */
export function PageBlock({
  text: { text, quotes },
  block,
  isStrong,
  meant,
  children,
}: {
  text: PageText
  block: Block
  isStrong: (quote: PageQuote) => boolean
  meant: TextSpan | undefined
  children: ReactNode
}) {
  const own = quotes.filter((quote) => isWithin(quote, block))
  const cells = cellsOf(text, block).map((cell) => (
    <span key={cell.start} className={block.kind === 'table_row' ? classes.cell : undefined}>
      {piecesOf(text, cell, own).map((piece) => (
        <Piece
          key={piece.start}
          at={piece.start}
          text={piece.text}
          isMarked={piece.quotes.length > 0}
          isStrong={piece.quotes.some(isStrong)}
          isMeant={meant !== undefined && piece.quotes.length > 0 && isWithin(piece, meant)}
        />
      ))}
    </span>
  ))
  const isHeading = block.kind === 'heading'
  return (
    <div className={classes.row}>
      {isHeading ? (
        <h2 className={classes.heading}>{cells}</h2>
      ) : (
        <p className={classes.block} data-kind={block.kind}>
          {cells}
        </p>
      )}
      {children}
    </div>
  )
}

/** Text that stands here as it is stored, so that a selection knows its offsets. */
function Piece(props: { at: number; text: string; isMarked: boolean; isStrong: boolean; isMeant: boolean }) {
  const { at, text } = props
  if (!props.isMarked) {
    return (
      <span data-at={at} className="said">
        {text}
      </span>
    )
  }
  return (
    <mark className={classes.mark} data-strong={props.isStrong || undefined} data-meant={props.isMeant || undefined}>
      <span data-at={at} className="said">
        {text}
      </span>
    </mark>
  )
}
