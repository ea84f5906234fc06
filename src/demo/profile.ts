/** The addresses of a demo service as a service profile: what the app's --profile switch reads. */
export function profileFor(
  port: number,
): Readonly<Record<'name' | 'pricing' | 'queue' | 'grader' | 'feed', string>> {
  return {
    name: 'Demo service',
    pricing: `http://{book}.localhost:${port}/`,
    queue: `http://queue.localhost:${port}/`,
    grader: `http://grader.localhost:${port}`,
    feed: `http://feed.localhost:${port}/`,
  }
}
