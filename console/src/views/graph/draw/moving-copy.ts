import Sigma from 'sigma'
import type { CameraState } from 'sigma/types'
import type { Place } from '../layout/places.ts'
import type { LineLook, NodeLook } from './drawn-looks.ts'

// A large picture is not drawn at each step of a movement: without a graphics card that takes as long as several frames. A copy
// of it moves with the camera, and it is drawn when the camera rests.

/** So long after its last movement a camera rests. */
const restMs = 200
/** A copy that is enlarged more than this is too coarse; made smaller, or moved by so much of the picture, it shows too little. */
const most = { scale: 3, moved: 0.6 }

/** A drawing whose canvases can be copied at any time. */
export class CopyableSigma extends Sigma<NodeLook, LineLook> {
  override createWebGLContext(...[id, options]: Parameters<Sigma['createWebGLContext']>): WebGLRenderingContext {
    return super.createWebGLContext(id, { ...options, preserveDrawingBuffer: true })
  }
}

export class MovingCopy {
  readonly #sigma: CopyableSigma
  readonly #canvas = document.createElement('canvas')
  /** How the camera stood when the picture was drawn. */
  #drawn: CameraState
  #isMoving = false
  #resting: number | undefined
  /** Whether the picture is so large that a copy of it is moved. */
  isLarge = false

  constructor(sigma: CopyableSigma) {
    this.#sigma = sigma
    this.#drawn = sigma.getCamera().getState()
    this.#canvas.className = 'graph-copy'
    sigma.getContainer().append(this.#canvas)
    // The library draws at each step of the camera. From here on it draws when it is told to.
    sigma.getCamera().removeAllListeners('updated')
    sigma.getCamera().on('updated', () => this.#move())
    sigma.on('beforeRender', () => this.#takeAway())
    sigma.on('afterRender', () => {
      this.#drawn = sigma.getCamera().getState()
    })
    this.#waitWithPointer()
  }

  end(): void {
    clearTimeout(this.#resting)
    this.#canvas.remove()
  }

  /** What is below the pointer is looked up in the picture, not in its copy: not at all while that moves, and a press waits. */
  #waitWithPointer(): void {
    const sigma = this.#sigma
    const [mouse, touch] = [sigma.getMouseCaptor(), sigma.getTouchCaptor()]
    const [underMouse, underTouch] = [mouse.rawListeners('mousemove'), touch.rawListeners('touchmove')]
    mouse.removeAllListeners('mousemove')
    touch.removeAllListeners('touchmove')
    mouse.on('mousemove', (event) => {
      if (!this.#isMoving) for (const listener of underMouse) listener(event)
    })
    touch.on('touchmove', (event) => {
      if (!this.#isMoving) for (const listener of underTouch) listener(event)
    })
    for (const event of ['mousedown', 'touchstart', 'click']) {
      sigma.getContainer().addEventListener(event, () => this.#draw(), { capture: true })
    }
  }

  #move(): void {
    if (!this.isLarge) {
      this.#sigma.scheduleRender()
      return
    }
    if (!this.#isMoving) this.#makeCopy()
    clearTimeout(this.#resting)
    this.#resting = window.setTimeout(() => this.#draw(), restMs)
    if (!this.#placeCopy()) this.#sigma.scheduleRender()
  }

  /** Shows a copy of the picture in its place. */
  #makeCopy(): void {
    const layers = this.#layers()
    const { width, height } = layers[0] as HTMLCanvasElement
    Object.assign(this.#canvas, { width, height })
    const context = this.#canvas.getContext('2d') as CanvasRenderingContext2D
    for (const layer of layers) {
      context.globalAlpha = Number(layer.style.opacity || 1)
      context.drawImage(layer, 0, 0)
      layer.style.visibility = 'hidden'
    }
    this.#canvas.style.visibility = 'visible'
    this.#isMoving = true
  }

  /** Puts the copy where the camera sees it. Returns whether it will do there. */
  #placeCopy(): boolean {
    const sigma = this.#sigma
    const cameraState = sigma.getCamera().getState()
    const move = (place: Place) =>
      sigma.framedGraphToViewport(sigma.viewportToFramedGraph(place, { cameraState: this.#drawn }), { cameraState })
    const { width, height } = sigma.getDimensions()
    const corner = move({ x: 0, y: 0 })
    const [middle, side] = [move({ x: width / 2, y: height / 2 }), move({ x: width, y: 0 })]
    const [a, b] = [(side.x - corner.x) / width, (side.y - corner.y) / width]
    this.#canvas.style.transform = `matrix(${a}, ${b}, ${-b}, ${a}, ${corner.x}, ${corner.y})`
    const scale = Math.hypot(a, b)
    const moved = Math.max(Math.abs(middle.x / width - 0.5), Math.abs(middle.y / height - 0.5))
    return scale < most.scale && scale > 1 / most.scale && moved < most.moved * Math.max(1, scale)
  }

  /** Draws the picture anew, where its copy is shown. */
  #draw(): void {
    if (this.#isMoving) this.#sigma.refresh({ partialGraph: {}, skipIndexation: true })
  }

  #takeAway(): void {
    if (!this.#isMoving) return
    this.#isMoving = false
    this.#canvas.style.visibility = 'hidden'
    for (const layer of this.#layers()) layer.style.visibility = ''
  }

  /** The canvases of the picture, the lowest first; that which takes the pointer stays as it is. */
  #layers(): HTMLCanvasElement[] {
    const { mouse } = this.#sigma.getCanvases()
    const all = [...this.#sigma.getContainer().querySelectorAll('canvas')]
    return all.filter((one) => one !== mouse && one !== this.#canvas)
  }
}
