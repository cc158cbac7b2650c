import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMayWrite } from '../../shared/service/session.ts'
import type { Page, PageText } from '../../shared/service/types.ts'
import { FactWindow } from './correct/fact-window.tsx'
import { Margin } from './margin.tsx'
import { isOfFocus, isWithin, readSpan, type TextSpan } from './marked-text.ts'
import { PageBlock } from './page-block.tsx'
import classes from './read.module.css'
import { useSelection } from './use-selection.ts'

/** Blocks that are shown at a time: the text of a page may be as long as a book. */
const atOnce = 400
const before = 50

/** The text with its marks, and the facts beside it; selected words can become a fact. */
export function PageWords({ page, text }: { page: Page; text: PageText }) {
  const { entity, relationship, at } = useSearch({ from: '/signed-in/d/$domainId/p/$pageId' })
  const focus = { entity, relationship }
  const isStrong = (quote: PageText['quotes'][number]) => isOfFocus(quote, focus, text.relationships)
  const place = readSpan(at) ?? text.quotes.find(isStrong)
  const atBlock = place ? text.blocks.findIndex((block) => isWithin(block, place)) : -1
  const [shown, setShown] = useState(() => {
    const from = atBlock > atOnce - before ? atBlock - before : 0
    return { from, to: from + atOnce }
  })
  const article = useRef<HTMLElement>(null)
  const selected = useSelection(article)
  const [quoted, setQuoted] = useState<TextSpan>()
  const mayWrite = useMayWrite()
  useEffect(() => {
    const meant = at ? '[data-meant]' : '[data-strong]'
    document.querySelector(meant)?.scrollIntoView({ block: 'center' })
  }, [at])
  const unseen = text.unseen.filter(({ start }, n, all) => all.findIndex((one) => one.start === start) === n)
  return (
    <Stack gap="lg">
      {shown.from > 0 && <More label="Show what comes before" onClick={() => setShown({ from: 0, to: shown.to })} />}
      <article ref={article} className={classes.page} lang={text.language ?? undefined} aria-label="Text of the page">
        {text.blocks.slice(shown.from, shown.to).map((block) => (
          <PageBlock key={block.start} {...{ text, block, isStrong, meant: readSpan(at) }}>
            <Margin text={text} span={block} quotes={text.quotes} isStrong={isStrong} onCorrect={setQuoted} />
          </PageBlock>
        ))}
      </article>
      {shown.to < text.blocks.length && (
        <More label="Show more of the page" onClick={() => setShown({ from: shown.from, to: shown.to + atOnce })} />
      )}
      {unseen.length > 0 && <Unseen {...{ text, unseen, isStrong, meant: readSpan(at) }} />}
      {mayWrite && selected && !quoted && (
        <Paper withBorder shadow="md" className={classes.selected ?? ''} role="status">
          <Text size="sm" className="one-line">
            “{text.text.slice(selected.start, selected.end).slice(0, 200)}”
          </Text>
          {/* The press would take the selection away. */}
          <Button size="xs" onMouseDown={(event) => event.preventDefault()} onClick={() => setQuoted(selected)}>
            Add or correct a fact
          </Button>
        </Paper>
      )}
      {quoted && (
        <FactWindow page={page} text={text} quoted={quoted} entityId={entity} onClose={() => setQuoted(undefined)} />
      )}
    </Stack>
  )
}

const More = (props: { label: string; onClick: () => void }) => (
  <Button variant="default" size="xs" style={{ alignSelf: 'flex-start' }} onClick={props.onClick}>
    {props.label}
  </Button>
)

/** Quotes of data that comes with the page for machines: nobody who opens the page sees them. */
function Unseen({
  text,
  unseen,
  isStrong,
  meant,
}: {
  text: PageText
  unseen: PageText['unseen']
  isStrong: (quote: PageText['quotes'][number]) => boolean
  meant: TextSpan | undefined
}) {
  return (
    <section aria-labelledby="unseen">
      <Title order={2} size="h4" id="unseen">
        Said to machines
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        The page gives these as data, which people who open it do not see.
      </Text>
      <div className={classes.page}>
        {unseen.map((one) => {
          const isMeant = meant !== undefined && isWithin(one, meant)
          return (
            <div key={one.start} className={classes.row}>
              <p className={classes.block}>
                <mark
                  className={classes.mark}
                  data-strong={isStrong(one) || undefined}
                  data-meant={isMeant || undefined}
                >
                  <span className="said">{one.quote}</span>
                </mark>
              </p>
              <Margin text={text} span={one} quotes={text.unseen} isStrong={isStrong} />
            </div>
          )
        })}
      </div>
    </section>
  )
}
