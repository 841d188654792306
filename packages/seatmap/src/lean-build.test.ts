import { describe, expect, it } from 'vitest'
import { leanSeatMap } from './lean-build.ts'

const file = '/node_modules/pixi.js/lib/rendering/renderers/gl/WebGLRenderer.mjs'
const source = 'const DefaultWebGLPipes = [A, B]\nconst DefaultWebGLAdapters = [C]\n'

/** The hooks of one build, with errors thrown as Rollup throws them. */
function startBuild() {
  const plugin = leanSeatMap() as unknown as {
    transform: (code: string, id: string) => { code: string } | undefined
    buildEnd: () => void
  }
  const context = {
    error: (message: string): never => {
      throw new Error(message)
    },
  }
  return {
    transform: (code: string, id: string) => plugin.transform.call(context, code, id)?.code,
    end: () => plugin.buildEnd.call(context),
  }
}

describe('leanSeatMap', () => {
  it('removes what the map never uses', () => {
    expect(startBuild().transform(source, file)).toBe('const DefaultWebGLPipes = []\nconst DefaultWebGLAdapters = []\n')
  })

  it('fails the build when an edit no longer matches its module', () => {
    expect(() => startBuild().transform('const DefaultWebGLPipes = makePipes()\n', file)).toThrow('matches 0 times instead of 2')
  })

  it('fails the build when the module of an edit is gone', () => {
    const build = startBuild()
    build.transform(source, file)
    expect(() => build.end()).toThrow('No module of the build matches')
  })

  it('leaves a build without Pixi alone', () => {
    const build = startBuild()
    expect(build.transform('export const a = 1', '/src/a.ts')).toBeUndefined()
    expect(() => build.end()).not.toThrow()
  })
})
