import type { ReactNode } from 'react'

/** Icons are hidden from screen readers: a control that has only an icon needs an `aria-label`. */
function icon(paths: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {paths}
      </svg>
    )
  }
}

export const SearchIcon = icon(<path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20" />)
export const MoonIcon = icon(<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />)
export const SunIcon = icon(
  <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4" />,
)
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
export const CloseIcon = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />)
export const AwayIcon = icon(<path d="M14 4h6v6m0-6-9 9m7 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5" />)
export const MoreIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={3} />)
