import { parseSync } from 'oxc-parser'

/** @typedef {'comment' | 'title' | 'message' | 'document'} Kind */
/** A piece of prose in a file. `line` counts from 1. @typedef {{ readonly kind: Kind, readonly line: number, readonly text: string }} Prose */

const titleCalls = new Set(['it', 'test', 'describe', 'step'])
const logging = new Set(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])

/** The prose of a file: comments, test titles and messages of code; paragraphs of Markdown. @param {string} file @param {string} source @returns {Prose[]} */
export function proseOf(file, source) {
  if (file.endsWith('.md')) return proseOfMarkdown(source)
  if (file.endsWith('.css')) return proseOfStyles(source)
  const { program, comments } = parseSync(file, source)
  const lineOf = lineFinder(source)
  return [
    ...comments.flatMap(({ value, start }) => linesOf(value, lineOf(start), 'comment')),
    ...textsOf(program).flatMap(({ kind, text, start }) => linesOf(text, lineOf(start), kind)),
  ]
}

/** @param {string} source @returns {Prose[]} */
function proseOfMarkdown(source) {
  let isCode = false
  return source.split('\n').flatMap((text, index) => {
    if (/^\s*```/.test(text)) isCode = !isCode
    return isCode ? [] : [{ kind: /** @type {const} */ ('document'), line: index + 1, text: text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, '') }]
  })
}

/** @param {string} source @returns {Prose[]} */
function proseOfStyles(source) {
  const lineOf = lineFinder(source)
  return [...source.matchAll(/\/\*(.*?)\*\//gs)].flatMap(({ 1: text = '', index }) => linesOf(text, lineOf(index), 'comment'))
}

/** @param {string} text @param {number} first @param {Kind} kind @returns {Prose[]} */
const linesOf = (text, first, kind) =>
  text.split('\n').map((line, index) => ({ kind, line: first + index, text: line.replaceAll(/`[^`]*`|\{@link [^}]*\}/g, '') }))

/** @param {string} source @returns {(offset: number) => number} */
function lineFinder(source) {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}

/** Titles of tests, and messages of errors and logs. @param {unknown} node @returns {{ kind: Kind, text: string, start: number }[]} */
function textsOf(node) {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const texts = Object.values(node).flatMap(textsOf)
  const { type, callee, arguments: args } = /** @type {any} */ (node)
  const strings = () =>
    (args ?? []).flatMap((/** @type {any} */ arg) =>
      arg.type === 'Literal' && typeof arg.value === 'string'
        ? [{ text: arg.value, start: arg.start }]
        : arg.type === 'TemplateLiteral'
          ? [{ text: arg.quasis.map((/** @type {any} */ { value }) => value.cooked).join('…'), start: arg.start }]
          : [],
    )
  const as = (/** @type {Kind} */ kind, /** @type {{ text: string, start: number }[]} */ texts) => texts.map((text) => ({ kind, ...text }))
  if (type === 'CallExpression' && titleCalls.has(rootName(callee))) texts.push(...as('title', strings().slice(0, 1)))
  if (type === 'NewExpression' && String(callee.name).endsWith('Error')) texts.push(...as('message', strings()))
  if (type === 'CallExpression' && callee.type === 'MemberExpression' && isLogger(callee)) texts.push(...as('message', strings()))
  return texts
}

/** `it`, `it.each(…)`, `describe.runIf(…)`. @param {any} callee @returns {string} */
function rootName(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootName(callee.object)
  if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression') return rootName(callee.callee ?? callee.tag)
  return ''
}

/** @param {any} callee */
const isLogger = ({ object, property }) =>
  logging.has(property.name) && /^(log|logger|console)$/.test(object.name ?? object.property?.name ?? '')
