/**
 * Words that this project does not use in comments, test titles, messages and documents, with the better word.
 *
 * A rule bans a word in a context, never a word that the trade uses: house seats, front of house and an evening
 * performance pass. Where a rule is wrong, a comment `plain-words: allow <id> (<reason>)` on the same line or the line
 * before waives it.
 * @typedef {{ readonly id: string, readonly pattern: RegExp, readonly better: string }} Rule
 * @type {readonly Rule[]}
 */
export const rules = [
  {
    id: 'unnamed-actor',
    pattern: /\b(whoever|whomever|somebody|someone|nobody|everybody|anybody)\b(?!['’]s name)/gi,
    better: 'name the actor: visitor, customer, member, staff user, caller, client, process',
  },
  {
    id: 'who-clause',
    pattern: /(^|[.;:] |, and )who (says?|said|asks?|has|had|comes?|came|goes|looks?|waits?|wants?|knows?|gets?) (?=[^?]*$)/gi,
    better: 'name the actor: "a caller that …", "a visitor with …"',
  },
  {
    id: 'say-for-return',
    pattern: /\b(tells?|told|says?|said) (which|what|whether|how|who|whom|why|so|nothing|of|no more|too much|as much)\b/gi,
    better: 'returns, reports, states, lists',
  },
  {
    id: 'bare-participle',
    pattern: /^[\s*]*(said|told|kept(?! seats)|heard|asked|given) /gi,
    better: 'begin with a noun or a verb: "Option value for …", "Notified of …"',
  },
  { id: 'is-said', pattern: /\b(is|are|was|were|be|being) (said|told)\b/gi, better: 'is returned, is reported, is announced, is shown' },
  {
    id: 'give-back',
    pattern: /\b(gives?|gave|given|giving) ((it|them|seats?|tickets?|money|all|some|what) (of them )?)?back\b/gi,
    better: 'release (seats), return (tickets), refund (money), cancel (an order)',
  },
  {
    id: 'of-own',
    pattern: /\bof (its|their|his|her|our|one's) own\b|(?<!\b(?:one|none|any|several|all) )\bof (ours|theirs)\b/gi,
    better: 'its own …, a separate …, our …',
  },
  {
    id: 'as-it-stands',
    pattern: /\bas (it|they) (is|are|was|were|stands?|stood)\b(?! (not|now that))|\bhow (it|they|things) stands?\b/gi,
    better: 'unchanged, current, the current state of …',
  },
  { id: 'look-over', pattern: /\blook(s|ed|ing)? ([\w ]{1,20} )?over\b/gi, better: 'validate, check, review' },
  {
    id: 'the-house',
    pattern:
      /\b(the|a|this|our|each|every|another) house(?!'s lights)(?! (seats?|lights?|style|number|rules?|manager|of))\b|\bhouses\b(?= (that|with|which|keep|sell))/gi,
    better: 'theatre, brand, hall, app context',
  },
  {
    id: 'evening',
    pattern: /\bevenings?\b(?! (performances?|shows?|dress|meal|hours?|price))/gi,
    better: 'performance',
  },
  { id: 'let-go', pattern: /\blet(s|ting)? go of\b/gi, better: 'release' },
  { id: 'go-on', pattern: /\b(goes|go|went|going) on\b(?! sale)/gi, better: 'continue, proceed' },
  { id: 'come-to-nothing', pattern: /\b(comes?|came|coming) to nothing\b/gi, better: 'fails, is abandoned' },
  { id: 'send-away', pattern: /\b(sends?|sent|sending) ([\w ]{1,15} )?away\b/gi, better: 'reject' },
  { id: 'hear-of', pattern: /\b(hears?|heard) (of|from)\b/gi, better: 'receive, be notified of' },
  { id: 'patience', pattern: /\bpatien(ce|t)\b/gi, better: 'timeout, rate limit' },
  { id: 'reckon', pattern: /\breckon(s|ed|ing)?\b/gi, better: 'compute, calculate, count' },
  { id: 'mend', pattern: /\bmend(s|ed|ing)?\b/gi, better: 'fix, repair, reconcile' },
  { id: 'to-be-had', pattern: /\b(to be|can be|could be|be|is) had\b/gi, better: 'available' },
  { id: 'anew', pattern: /\banew\b/gi, better: 'again, from the start' },
  { id: 'by-a-hair', pattern: /\ba hair\b/gi, better: 'lost a race, a concurrent … won' },
  {
    id: 'meant-no-good',
    pattern: /\bmeant? no good\b|\bpastime\b|\btidy up\b|\btoo late by\b/gi,
    better: 'invalid input; SIGKILL; the term of the field',
  },
  {
    id: 'metaphor',
    pattern:
      /\b(errands?|purses?|veil(s|ed)?|keepsakes?|watchm[ae]n|doorkeepers?|newcomers?|stage doors?|letterheads?|pens?|couriers?)\b/gi,
    better:
      'job, stored value, availability mask, cookie, monitor, decorator, new visitor, maintenance bypass, mail template, writer, sender',
  },
  {
    id: 'see-to',
    pattern: /\b(see|sees|seen|saw) to\b(?! (be|close|it that)\b)|\bputs? right\b|\bclear(s|ed)? away\b/gi,
    better: 'handle, process, correct, delete',
  },
  { id: 'stranger', pattern: /\bstrangers?\b/gi, better: 'anonymous visitor, another person' },
  { id: 'write-down', pattern: /\bwr(ites?|itten|ote|iting) down\b/gi, better: 'record, store' },
  {
    id: 'what-becomes-of',
    pattern: /\bwhat (becomes|became|comes|came|(had|has|is to) become) of\b/gi,
    better: 'the result of, the outcome of',
  },
  { id: 'way-on', pattern: /\b(a|the|no) way on\b/gi, better: 'next step, link' },
  { id: 'in-peace', pattern: /\bin peace\b|\bhad better\b|\bin (a|the same) breath\b/gi, better: 'gracefully; should; at the same time' },
  { id: 'for-good', pattern: /\bfor good\b/gi, better: 'permanently' },
  { id: 'dear', pattern: /\bdear(er|est)?\b/gi, better: 'expensive, slow, costs more' },
  { id: 'knows-no', pattern: /\bknow(s|ing)? (no|nothing|its)\b/gi, better: 'has no, does not depend on' },
  { id: 'begins-with-of', pattern: /^[\s*]*Of (the|an?|one|two|many|several) /g, better: 'begin with the noun: "Height of the …"' },
  { id: 'to-the-penny', pattern: /\bto the penny\b/gi, better: 'exactly, in minor units' },
  { id: 'go-away', pattern: /\b(goes|went|gone|go) away\b/gi, better: 'is closed, is lost, disappears' },
]

/** The words of a text that a rule bans. @param {string} text */
export const hitsInText = (text) =>
  rules.flatMap((rule) => [...text.matchAll(rule.pattern)].map(([words]) => ({ words: words.trim(), rule })))
