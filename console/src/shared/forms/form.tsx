import type { CSSProperties, ReactNode } from 'react'

/** A form that is sent by its button and by Enter. */
export function Form(props: { onSend: () => unknown; style?: CSSProperties; children: ReactNode }) {
  return (
    <form
      style={props.style}
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
