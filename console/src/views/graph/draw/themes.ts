export interface Theme {
  text: string
  box: string
  line: string
  strong: string
  /** Lines of which nothing is said now, and dots: those must be seen, to be found again. */
  faded: string
  fadedDot: string
  quiet: string
}

export const themes: Record<'light' | 'dark', Theme> = {
  light: {
    text: '#1a1b1e',
    box: '#ffffff',
    line: '#c3c9d0',
    strong: '#495057',
    faded: '#e6e8eb',
    fadedDot: '#c9ced4',
    quiet: '#5c636a',
  },
  dark: {
    text: '#e9ecef',
    box: '#242424',
    line: '#5c6168',
    strong: '#ced4da',
    faded: '#34363a',
    fadedDot: '#585d64',
    quiet: '#adb5bd',
  },
}
