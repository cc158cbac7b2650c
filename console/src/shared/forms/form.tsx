import type { CSSProperties, ReactNode } from 'react'

/** A form that is sent by its button and by Enter. */
export function Form(props: { onSend: () => unknown; style?: CSSProperties; children: ReactNode }) {
  return (
    <form
      style={props.style}
      // From a field of several lines too, where Enter begins a line.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        // The browser would load the page anew.
        event.preventDefault()
        props.onSend()
      }}
    >
      {props.children}
    </form>
  )
}
