import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'

/**
 * Toasts stand in a strip at the lower edge, above which pages and their bars end: they cover nothing that cannot be
 * scrolled to.
 */
export function Toasts() {
  const { notifications } = useNotifications()
  const isShown = notifications.length > 0
  useEffect(() => {
    const { style } = document.documentElement
    const strip = document.querySelector('.toasts[data-position="bottom-center"]')
    if (!isShown || !strip) return
    const measured = () => style.setProperty('--toasts', `${window.innerHeight - strip.getBoundingClientRect().top}px`)
    const watch = new ResizeObserver(measured)
    watch.observe(strip)
    return () => {
      watch.disconnect()
      style.removeProperty('--toasts')
    }
  }, [isShown])
  return <Notifications className="toasts" position="bottom-center" limit={5} containerWidth={560} />
}
