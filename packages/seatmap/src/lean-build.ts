import type { Plugin } from 'vite'

/**
 * For the Vite build of a page: leaves out what the map's libraries bring and the map never uses, 12 kB after gzip.
 *
 * - Pixi registers loaders of sprite sheets and videos as soon as it is imported; the map loads no file. A page that
 *   draws other things with Pixi should do without this.
 * - d3-zoom brings d3-transition to animate by itself; the map's camera flies without it (src/camera/pilot.ts), so there
 *   is never a transition to interrupt.
 * - d3-selection builds documents from data; d3-zoom only listens to one element.
 */
export const leanSeatMap = (): Plugin => ({
  name: 'playhouse:lean-seat-map',
  enforce: 'pre',
  apply: 'build',
  async resolveId(id, importer, options) {
    if (!registration.test(id) || !/[/\\]pixi\.js[/\\]lib[/\\]/.test(importer ?? '')) return undefined
    const found = await this.resolve(id, importer, { ...options, skipSelf: true })
    return found && { ...found, moduleSideEffects: false }
  },
  load(id) {
    return transition.test(id) ? neverInMotion : undefined
  },
  transform(code, id) {
    return selecting.test(id) ? { code: code.replace(building, ''), map: null } : undefined
  },
})

const registration = /\/(spritesheet|rendering)\/init\.mjs$/
const transition = /[/\\]d3-transition[/\\](dist[/\\]d3-transition\.mjs|src[/\\]index\.js)$/
const selecting = /[/\\]d3-selection[/\\]dist[/\\]d3-selection\.mjs$/
/** What builds documents; listening, styles and properties stay. A method that isn't there is an error at once, not a silence. */
const building =
  /^ {2}(?:append|attr|classed|clone|data|empty|enter|exit|html|insert|join|lower|merge|order|raise|remove|selectAll|selectChild|selectChildren|size|sort|text): selection_\w+,$/gm
const neverInMotion = `import { selection } from 'd3-selection'
export const interrupt = () => {}
selection.prototype.interrupt = function () { return this }`
