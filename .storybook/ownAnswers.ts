import { type HttpHandler, HttpResponse, http, type JsonBodyType } from 'msw'

type Answer = { body: JsonBodyType; status?: number }

/** For a story's `parameters.msw`: a call of its surface is answered with this instead of what was recorded. */
export function answers(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  { body, status = 200 }: Answer,
): HttpHandler {
  return http[method](new RegExp(`/shop-\\d+${path}(?:\\?.*)?$`), () => HttpResponse.json(body, { status }))
}
