import { isProduct, type Source } from './sources.ts'

/** Something that attackers exploit, and the files of the product that may do it, each with its reason. */
export type Danger = {
  /** What a file does, after its name. */
  does: string
  pattern: RegExp
  /** A line of code that does it. */
  example: string
  /** The packages that it is about; by default all. */
  within?: RegExp
  allowed?: Record<string, string>
}

const SERVER = 'packages/server/src'
const WIDGETS = 'packages/widgets/src'

export const DANGERS: readonly Danger[] = [
  {
    does: 'starts programs of the operating system',
    pattern: /['"](?:node:)?child_process['"]/,
    example: `import { exec } from 'node:child_process'`,
    allowed: { 'packages/local-mongo/src/proofs/process.ts': 'kills the database of a proof' },
  },
  {
    does: 'runs a text as code',
    pattern: /\beval\(|\bnew Function\(|['"](?:node:)?vm['"]|\bset(?:Timeout|Interval)\(\s*['"`]/,
    example: 'new Function(text)()',
  },
  {
    does: 'makes objects from the bytes of others',
    pattern: /\bdeserialize\(|['"](?:node:)?v8['"]|\byaml\b/i,
    example: 'deserialize(bytes)',
  },
  {
    does: 'reads XML',
    pattern: /\bXMLParser\(|\bDOMParser\b|\bxml2js\b|\blibxml/,
    example: 'new XMLParser().parse(text)',
    allowed: { [`${SERVER}/imaging/derivatives/xmp.ts`]: 'the metadata of a photograph, without entities' },
  },
  {
    does: 'makes a regular expression from a value',
    pattern: /\bnew RegExp\(/,
    example: 'new RegExp(query)',
    allowed: {
      [`${SERVER}/features/template/checks/measureVisible.ts`]: 'from a number in the code',
      [`${SERVER}/imaging/paper/fonts.ts`]: 'from names of fonts in the code',
      'packages/core/src/provider/lookRanges.ts': 'from a text in the code',
      [`${WIDGETS}/locales/gaps/englishPatterns.ts`]: 'from texts of the catalogue',
    },
  },
  {
    does: 'sends a request to another server',
    within: /^packages\/(?:server|local-mongo)\//,
    pattern: /(?<![\w.])fetch\(|\bimport \{[^}]*\brequest\b[^}]*\} from ['"](?:node:)?https?['"]/,
    example: 'await fetch(address)',
    allowed: {
      [`${SERVER}/ports/addresses/addressService.ts`]:
        'the address service, at an address in the code or in the document of the shop',
      [`${SERVER}/platform/doctor/fetchLimited.ts`]:
        'a page that an operator names, and what it loads of the shop; only from the command line, never from a call',
      [`${SERVER}/ports/payments/sandbox/webhooks.ts`]: 'the sandbox, which notifies this server',
    },
  },
  {
    does: 'redirects',
    pattern: /\.redirect\(/,
    example: 'http.redirect(address)',
    allowed: {
      [`${SERVER}/platform/http/static.ts`]: 'from a folder to the page in it',
      [`${SERVER}/features/account/sessions/actAsCustomer.ts`]: 'to the account of the shop',
      [`${SERVER}/features/access/routes.ts`]: 'to the entry of the shop',
      [`${SERVER}/features/checkout/paymentPages.ts`]:
        'to the gateway, or back to an address that was checked with the order',
      [`${SERVER}/ports/payments/sandbox/pages.ts`]: 'back to the signed address of the shop',
    },
  },
  {
    does: 'writes HTML into a page',
    pattern: /\binnerHTML\b|\bouterHTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b|\bdocument\.write/,
    example: 'node.innerHTML = text',
    allowed: {
      [`${WIDGETS}/content/PageParts.tsx`]: 'a page that the server has sanitised',
      [`${WIDGETS}/checkout/ProviderHtml.tsx`]: 'a text of the provider that the server has sanitised',
    },
  },
  {
    does: 'exchanges messages with other windows',
    pattern: /addEventListener\(\s*['"]message['"]|\bwindow\.onmessage\b|\.postMessage\(/,
    example: `addEventListener('message', read)`,
    allowed: {
      'packages/core/src/pageChannel.ts': 'pages of the same origin, through a BroadcastChannel',
      'packages/local-mongo/src/thread.ts': 'a thread of the server',
      'packages/local-mongo/src/worker.ts': 'a thread of the server',
      [`${SERVER}/imaging/threads.ts`]: 'a thread of the server',
      [`${SERVER}/imaging/codes/codesWorker.ts`]: 'a thread of the server',
      [`${SERVER}/imaging/derivatives/keyingWorker.ts`]: 'a thread of the server',
    },
  },
  {
    does: 'writes a cookie',
    pattern: /\bcookies\.set\(|['"]Set-Cookie['"]|\bdocument\.cookie\b/i,
    example: `document.cookie = 'a=1'`,
    allowed: { [`${SERVER}/features/account/sessions/sessionCookie.ts`]: 'the session' },
  },
  {
    does: 'uses a weak hash, a weak cipher or weak randomness',
    pattern:
      /['"](?:md[245]|sha-?1|rc4|des(?:3|-[\w-]+)?|bf-\w+)['"]|createCipheriv\((?!'aes-256-gcm')|\bMath\.random\(/i,
    example: `createHash('md5')`,
    allowed: {
      [`${SERVER}/platform/http/throttle.ts`]: 'a pause of random length',
      'packages/core/src/editor/saving/offlineCopy.ts': 'the name of a tab',
    },
  },
  {
    does: 'trusts any certificate',
    pattern: /\brejectUnauthorized\b|\btlsAllowInvalid|\btlsInsecure\b|NODE_TLS_REJECT_UNAUTHORIZED/,
    example: 'createTransport({ tls: { rejectUnauthorized: false } })',
  },
  {
    does: 'uses what old libraries replace; `core/natives.ts` does not',
    within: /^packages\/(?:core|widgets)\/src\//,
    pattern: /\bArray\.from\(|\.entries\(\)|\.flatten\(|\.toJSON\b/,
    example: 'Array.from(list)',
  },
  {
    does: 'reads children or pictures past the rules about who may see them',
    within: /^packages\/server\/src\/features\/(?!jobs\/)/,
    pattern:
      /import \{[^}]*\b(?:subjectsOf|picturesOf|findAllSubjects|findOwnPictures|findWithheldSets|findPurchasedSets)\b[^}]*\} from '[^']*jobs\/collection\.ts'/,
    example: `import { picturesOf } from '../jobs/collection.ts'`,
    allowed: {
      [`${SERVER}/features/access/codeRecovery.ts`]: 'it leaves out who was withdrawn or unpublished by itself',
      [`${SERVER}/features/access/repeatCodeSight.ts`]:
        'of which job a code is, for the operator who restores a backup',
      [`${SERVER}/features/cart/lostLines.ts`]: 'whether a print may still be printed after the day of deletion',
      [`${SERVER}/features/cart/filesForSale.ts`]: 'names a withheld download in the cart, without an address',
      [`${SERVER}/features/cart/unseenPictures.ts`]: 'only tells withheld pictures from lost ones, by uuid',
      [`${SERVER}/features/cards/cardsTask.ts`]: 'prints cards, without those who were withdrawn',
      [`${SERVER}/features/cards/jobSubcommands.ts`]: 'names a blank card, for the operator',
      [`${SERVER}/features/corrections/correctPictures.ts`]: 'a list for the operator',
      [`${SERVER}/features/corrections/decideGroup.ts`]: 'who has not agreed to a group picture, for the operator',
      [`${SERVER}/features/corrections/asOf.ts`]: 'what was visible at a time, for the operator',
      [`${SERVER}/features/corrections/exposure.ts`]: 'a list for the operator',
      [`${SERVER}/features/corrections/jobExposure.ts`]: 'a list for the operator',
      [`${SERVER}/features/corrections/subjectExposure.ts`]: 'a list for the operator',
      [`${SERVER}/features/corrections/history.ts`]: 'a list for the operator',
      [`${SERVER}/features/corrections/personalData.ts`]:
        'finds what belongs to an account by its address, and shows no child',
      [`${SERVER}/features/corrections/recordCorrection.ts`]: 'whom a correction concerns, for the operator',
      [`${SERVER}/features/corrections/replaceEmailedCodes.ts`]: 'ends codes, and shows nothing',
      [`${SERVER}/features/corrections/separateMerged.ts`]: 'takes pictures from somebody, and shows nothing',
      [`${SERVER}/features/corrections/undoCorrection.ts`]:
        'whether somebody has joined a class whose picture would be shown again',
      [`${SERVER}/features/corrections/undoSubjects.ts`]: 'compares a person with what was corrected, for the operator',
      [`${SERVER}/features/digital-portraits/downloads.ts`]: 'what was bought',
      [`${SERVER}/features/imports/moveClassPictures.ts`]: 'who is in a class whose picture moves',
      [`${SERVER}/features/imports/assignmentTexts.ts`]: 'the report of an import, for the operator',
      [`${SERVER}/features/imports/importCodes.ts`]: 'whom a code opens, for the report of an import',
      [`${SERVER}/features/imports/settleCodes.ts`]:
        'whom a code opens that a list gives to others: nothing of them is shown',
      [`${SERVER}/features/corrections/replacePicture.ts`]: 'names another picture with these bytes, for the operator',
      [`${SERVER}/features/imports/pictureWriter.ts`]: 'who a person of an import is by now: nothing of them is shown',
      [`${SERVER}/features/imports/storedJob.ts`]: 'compares what is imported with everything that the job has',
      [`${SERVER}/features/letters/lettersTask.ts`]: 'only counts them',
      [`${SERVER}/features/orders/mails/orderLink.ts`]: 'whether an address belongs to a child of the order',
      [`${SERVER}/features/orders/printing/withheldOrders.ts`]: 'a list for the operator',
      [`${SERVER}/features/people/addPerson.ts`]: 'who has a key, for the operator',
      [`${SERVER}/features/people/attendance.ts`]: 'a list for the operator',
      [`${SERVER}/features/people/correctPerson.ts`]: 'compares the names of a job, for the operator',
      [`${SERVER}/features/people/mergePeople.ts`]: 'moves everything of a person, and shows nothing',
      [`${SERVER}/features/people/printNewCode.ts`]: 'whom a code opens, for the operator',
      [`${SERVER}/features/picture-sets/routes.ts`]: 'what was bought',
      [`${SERVER}/features/reminders/forgetSubjects.ts`]:
        'the addresses of somebody who is being deleted, or is one with somebody else',
      [`${SERVER}/features/retakes/grantNewDownloads.ts`]: 'which file may be downloaded, and shows nothing',
      [`${SERVER}/features/rights/collection.ts`]: 'what was bought',
      [`${SERVER}/features/sharing/shareReport.ts`]: 'a list for the operator',
      [`${SERVER}/features/sharing/shareExposure.ts`]: 'a list for the operator',
      [`${SERVER}/features/template/scenes/showScene.ts`]:
        'recognises what is in a customer’s own draft, and shows none of it',
    },
  },
  {
    does: 'speaks a protocol for which there are no rules here',
    pattern:
      /\b(?:WebSocket|RTCPeerConnection|graphql|ldapjs|xpath|jsonwebtoken|saml|openid|oauth2?|memcached|latex)\b/i,
    example: 'new WebSocket(address)',
  },
]

/** The product does what attackers exploit only where it is allowed. */
export function checkDanger(
  { does, pattern, within = /./, allowed = {} }: Danger,
  sources: readonly Source[],
): string[] {
  const doing = sources
    .filter(({ path, text }) => isCode(path) && within.test(path) && pattern.test(text))
    .map(({ path }) => path)
  const needless = Object.keys(allowed).filter((path) => !doing.includes(path))
  return [
    ...doing.filter((path) => !allowed[path]).map((path) => `${path} ${does}`),
    ...needless.map((path) => `${path} is allowed what it does not do: ${does}`),
  ]
}

const isCode = (path: string) => isProduct(path) && /\.tsx?$/.test(path) && !path.includes('/demo/')
