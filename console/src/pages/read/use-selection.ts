import { type RefObject, useEffect, useState } from 'react'
import type { TextSpan } from './marked-text.ts'

/** The words of the text that the person has selected, by their offsets. */
export function useSelection(text: RefObject<HTMLElement | null>): TextSpan | undefined {
  const [span, setSpan] = useState<TextSpan>()
  useEffect(() => {
    const read = () => setSpan(selectedIn(text.current))
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [text])
  return span
}

function selectedIn(text: HTMLElement | null): TextSpan | undefined {
  const selection = getSelection()
  if (!text || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(text)) return undefined
  const pieces = [...text.querySelectorAll<HTMLElement>('[data-at]')].filter((piece) => range.intersectsNode(piece))
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last) return undefined
  const start = offsetOf(first, range.startContainer, range.startOffset) ?? atOf(first)
  const end = offsetOf(last, range.endContainer, range.endOffset) ?? atOf(last) + (last.textContent?.length ?? 0)
  return end > start ? { start, end } : undefined
}

const atOf = (piece: HTMLElement) => Number(piece.dataset.at)

/** The offset of a place in a piece; undefined where the place is outside of it. */
function offsetOf(piece: HTMLElement, node: Node, offset: number): number | undefined {
  if (!piece.contains(node)) return undefined
  if (node.nodeType === Node.TEXT_NODE) return atOf(piece) + offset
  return atOf(piece) + (offset > 0 ? (piece.textContent?.length ?? 0) : 0)
}
