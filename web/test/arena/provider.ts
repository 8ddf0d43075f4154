// A real identity provider, certified for OpenID Connect, on a port of this machine. Its users need a name only.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export const CLIENT = "joust";
export const SECRET = "a secret of the arena and the school";

export class School {
  private constructor(private readonly server: Server) {}

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Starts the provider. The arena is not there yet, so any redirect to it on this machine is allowed. */
  static async open(): Promise<School> {
    const server = createServer();
    await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
    const school = new School(server);
    const provider = new Provider(school.issuer, {
      clients: [
        {
          client_id: CLIENT,
          client_secret: SECRET,
          redirect_uris: ["http://127.0.0.1/account/openid/back"],
          application_type: "web",
        },
      ],
      pkce: { required: () => true },
      claims: { openid: ["sub"], profile: ["name", "preferred_username"] },
      // The claims are in the id token, as many schools have it.
      conformIdTokenClaims: false,
      cookies: { keys: ["for the tests of the arena"] },
      features: { devInteractions: { enabled: true } },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id} of the school`, preferred_username: id }),
      }),
    });
    const allowed = provider.Client.prototype.redirectUriAllowed;
    provider.Client.prototype.redirectUriAllowed = function (uri: string) {
      const { origin, port } = new URL(uri);
      return allowed.call(this, uri.replace(origin, origin.replace(`:${port}`, "")));
    };
    server.on("request", provider.callback());
    return school;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise(done => this.server.close(done));
  }
}
