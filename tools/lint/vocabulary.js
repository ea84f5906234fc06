/**
 * Words we do not use, each with a replacement: one list for comments and test titles (language.js), and a further one
 * for texts on screen (tests/repo/screen-texts.test.ts).
 */

/** Words for neither code, comments, titles nor screens. */
export const bannedWords = [
  [/\b(?:told|tells?|telling)\b/, 'notify, push, report, say; parsed or given of odds objects'],
  [/\banew\b/, 'again'],
  [/\b(?:nobody|somebody)\b/, 'no one, no caller, the user'],
  [/\bso many\b/, 'n, a number of, at most n'],
  [/\bstands\b(?! (?:for|in) )/, 'is, applies, stays'],
  [/\b(?:a|the|last|next|each|every|this|one) looks?\b/, 'a check, a read'],
  [/\bowed\b/, 'overridden, to be reloaded'],
  [/\b(?:comes?|came) to rest\b/, 'ends'],
  [/\bh(?:angs?|ung) on\b/, 'depends on'],
  [/\bby hand of\b/, 'by'],
  [/\brests\b/, 'is paused'],
  [/\bkin\b/, 'duplicate'],
  [/\btwins?\b/, 'duplicate'],
  [/\bkeepers?\b/, 'service, store'],
  [/\bwish(?:es|ed)?\b/, 'request'],
  [/\b(?:an|the|this|that|same|own|user's) acts?\b/, 'action'],
]

/** Words a US bettor would not write, on top of those. */
export const screenWords = [
  // Trade words.
  [/\bin[- ]play\b/i, 'live'],
  [/\bbetslips?\b/i, 'bet slip'],
  [/\byield\b/i, 'ROI'],
  [/\bstaked\b/i, 'risked'],
  [/(?<![#.]|clear )\bselections?\b(?! of rows)/i, 'leg'],
  [/\b(?:line steps|leg costs)\b/i, 'alt lines, price by leg'],
  [/\brefund polic(?:y|ies)\b/i, 'void rule'],
  [/\bhost ids?\b/i, 'service ID'],
  [/(?<!“|")\bids?\b(?!”|, sgp)/, 'ID, IDs'],
  [/\bthe board\b/i, 'your odds'],
  [/\bfir(?:es?|ed)\b/i, 'alert, go off'],
  [/\bre-graded?\b/i, 'regrade'],
  // Plain English.
  [/\banswers?\b|\banswered\b/i, 'response, quote, reply'],
  [/\basks? for\b|\basked\b/i, 'request, get, use'],
  [/(?<!calls |much )\bat once\b/i, 'now, together'],
  [/\bby hand\b/i, 'manually, yourself'],
  [/\bby (?:itself|themselves)\b/i, 'automatically'],
  [/\bleft out\b/i, 'skipped'],
  [/\black(?:s|ing)?\b/i, 'is missing, doesn’t offer'],
  [/\brefused\b|\brefuses\b/i, 'rejected, not accepted'],
  [/(?<!there )\b(?:is|are|was) no(?! longer)\b/i, 'isn’t a'],
  [/\bis neither\b/i, 'isn’t … or …'],
  [/\bkeeps? failing\b/i, 'is down'],
  [/\btr(?:y|ies|ied) again (?:at|by)\b/i, 'retrying at'],
  [/\bset aside\b/i, 'moved aside'],
  [/\bmeanwhile\b/i, '(leave it out)'],
  [/\bvouch(?:es)?\b|\bwitness(?:ed)?\b/i, 'verify, check file'],
  [/\bjudged?\b/i, 'valued, graded'],
  [/\bthe program\b/i, 'Parlay Desk'],
  [/\b(?:the )?log says\b/i, 'see the log'],
  [/\bwith commas between\b/i, 'separate with commas'],
  [/\bput in line\b/i, 'queued'],
  [/\btakes? (?:it |\S+ )?back\b/i, 'undo, reverse'],
  [/\bnoted\b/i, 'saved, logged'],
  [/\bhalf up\b/i, '(leave it out)'],
  [/\bthe same way\b/i, 'same direction'],
  [/\binvented\b/i, 'made-up'],
  [/\bcannot\b/i, 'can’t'],
  [/\bcould not\b/i, 'couldn’t'],
  [/\b(?:is|are|was|were|does|do|did|has|have) not\b/i, 'isn’t, doesn’t, haven’t …'],
  [/\bplease\b/i, '(leave it out)'],
  // US forms.
  [
    /\b(?:cancell(?:ed|ing)|colou?r(?<=ou.)|favourite|grey|centre|licen[c]e|recognis|organis|behaviour|whilst)/i,
    'US spelling',
  ],
  [/\bper cent\b/i, '%'],
  [/(?:\d|…) s\b/, '12s'],
  [/\b(?:MiB|KiB)\b/, 'MB, KB'],
]
