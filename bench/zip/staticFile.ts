import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'

// A file server that only sends one file: `node staticFile.ts <port> <file>`.

const [port, file = ''] = process.argv.slice(2)
createServer((request, answer) => {
  if (request.url !== '/file') {
    answer.end('ready')
    return
  }
  answer.setHeader('Content-Type', 'application/zip')
  answer.setHeader('Content-Length', statSync(file).size)
  createReadStream(file).pipe(answer)
}).listen(Number(port), '127.0.0.1')
