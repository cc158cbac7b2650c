import { type CSSVariablesResolver, createTheme, Modal } from '@mantine/core'

export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  respectReducedMotion: true,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  components: {
    // The library's close buttons have no name for screen readers.
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // The library marks the head of a window as a banner, of which a page may have only one.
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'presentation' } } } }),
  },
})

/** Darker colours for dimmed text and for text on pale grounds: those of the library have too little contrast. */
export const cssVariables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[6],
    '--mantine-color-error': colors.red[9],
    ...Object.fromEntries(
      Object.entries(colors).map(([name, shades]) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, ${shades[9]}, black 35%)`,
      ]),
    ),
  },
  dark: { '--mantine-color-dimmed': colors.dark[1], '--mantine-color-placeholder': colors.dark[2] },
})
