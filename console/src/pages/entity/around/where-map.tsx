import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useMemo, useRef } from 'react'
import { formatPosition } from '../../../shared/format/format-where.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { bounded, clustersOf, drawMap, placeOf } from '../../../views/map/map-drawing.ts'
import { useCanvasSize, useLand } from '../../../views/map/use-map-canvas.ts'
import classes from '../entity.module.css'

/** Wide enough to see in which part of the world it is, by the coarse coasts. */
const scale = 2.9

/** A small map that does not move: the map of the graph does. */
export function WhereMap({ entity, lat, lon }: { entity: Entity; lat: number; lon: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useCanvasSize(canvas)
  const isDark = useComputedColorScheme('light') === 'dark'
  const land = useLand(scale)
  const { id, kind, name } = entity
  const spots = useMemo(() => [{ id, kind, name, lat, lon }], [id, kind, name, lat, lon])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || size.width === 0) return
    const [x, y] = placeOf({ lat, lon })
    const camera = bounded({ scale, left: size.width / 2 - scale * x, top: size.height / 2 - scale * y }, size)
    drawMap(context, { size, camera, land, clusters: clustersOf(spots, camera, size), at: id, lit: undefined, isDark })
  }, [size, land, spots, id, lat, lon, isDark])
  return (
    <canvas
      ref={canvas}
      className={classes.map ?? ''}
      role="img"
      aria-label={`On the map: ${formatPosition(lat, lon)}`}
      data-drawn={land ? true : undefined}
    />
  )
}
