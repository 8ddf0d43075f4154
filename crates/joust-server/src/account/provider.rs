//! An identity provider: OpenID Connect with the authorization code, PKCE, state and nonce.

use super::http::HttpClient;
use super::secret;
use crate::failure::Failure;
use crate::limits::{PROVIDER_AGE, SIGN_IN_TIME, SIGN_INS};
use crate::settings::OpenId;
use joust_store::Identity;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreProviderMetadata,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, IssuerUrl,
    Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The algorithms by which a provider may sign: those with a public key. Everything else could be forged by
/// a client of the provider.
const SIGNED: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

/// The provider of the settings.
pub(crate) struct Provider {
    settings: OpenId,
    http: HttpClient,
    /// What the provider says of itself, with its keys.
    metadata: tokio::sync::Mutex<Option<(Instant, CoreProviderMetadata)>>,
    /// Sign-ins that are under way, by their state.
    begun: Mutex<HashMap<String, Begun>>,
    /// Users who are proven and have no account yet, by their ticket.
    tickets: Mutex<HashMap<String, Ticket>>,
}

/// A sign-in that is under way. It belongs to one browser.
struct Begun {
    at: Instant,
    visitor: String,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
    redirect: String,
}

/// A user who is proven and has no account yet.
struct Ticket {
    at: Instant,
    visitor: String,
    identity: Identity,
}

/// A user of the provider.
pub(crate) struct User {
    pub(crate) identity: Identity,
    /// The name by which the provider knows the user.
    pub(crate) name: String,
}

/// Why a sign-in fails.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ProviderError {
    /// The provider cannot be reached, or what it says of itself cannot be used.
    #[error("{0}")]
    Away(String),
    /// What the provider says of the user is not valid.
    #[error("{0}")]
    Refused(String),
    /// There is no such sign-in, or it belongs to another browser.
    #[error("there is no such sign-in")]
    Expired,
}

fn insert<T>(map: &Mutex<HashMap<String, T>>, key: String, value: T, at: impl Fn(&T) -> Instant) {
    let mut map = map.lock().unwrap_or_else(PoisonError::into_inner);
    map.retain(|_, value| at(value).elapsed() < SIGN_IN_TIME);
    if map.len() >= SIGN_INS {
        // A flood loses its own sign-ins first.
        map.clear();
    }
    map.insert(key, value);
}

impl Provider {
    pub(crate) fn new(settings: &OpenId) -> std::io::Result<Provider> {
        Ok(Provider {
            settings: settings.clone(),
            http: HttpClient::new()?,
            metadata: tokio::sync::Mutex::default(),
            begun: Mutex::default(),
            tickets: Mutex::default(),
        })
    }

    /// Its name for visitors.
    pub(crate) fn name(&self) -> &str {
        &self.settings.name
    }

    /// What the provider says of itself; asked again when it is old, or when it must be `fresh`.
    async fn metadata(&self, fresh: bool) -> Result<CoreProviderMetadata, ProviderError> {
        let mut known = self.metadata.lock().await;
        if let Some((at, metadata)) = &*known
            && at.elapsed() < PROVIDER_AGE
            && !fresh
        {
            return Ok(metadata.clone());
        }
        let away = |why: &dyn std::error::Error| ProviderError::Away(chain(why));
        let issuer = IssuerUrl::new(self.settings.issuer.clone()).map_err(|why| away(&why))?;
        let metadata =
            CoreProviderMetadata::discover_async(issuer, &self.http).await.map_err(|why| away(&why))?;
        *known = Some((Instant::now(), metadata.clone()));
        Ok(metadata)
    }

    /// Begins a sign-in of a visitor. Gives the address of the provider.
    pub(crate) async fn begin(&self, visitor: &str, origin: &str) -> Result<String, ProviderError> {
        let metadata = self.metadata(false).await?;
        let redirect = format!("{origin}/account/openid/back");
        let url = RedirectUrl::new(redirect.clone()).map_err(|why| ProviderError::Away(why.to_string()))?;
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.settings.client.clone()),
            self.secret(),
        )
        .set_redirect_uri(url);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(challenge)
            .url();
        let begun = Begun { at: Instant::now(), visitor: visitor.to_owned(), nonce, verifier, redirect };
        insert(&self.begun, state.secret().clone(), begun, |begun| begun.at);
        Ok(url.into())
    }

    fn secret(&self) -> Option<ClientSecret> {
        self.settings.secret.clone().map(ClientSecret::new)
    }

    /// Ends a sign-in: exchanges the code for what the provider says of the user, and verifies it. Each
    /// sign-in ends once, in the browser that has begun it.
    pub(crate) async fn finish(
        &self,
        visitor: &str,
        state: &str,
        code: Option<String>,
    ) -> Result<User, ProviderError> {
        let begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner).remove(state);
        let begun = begun.filter(|begun| begun.at.elapsed() < SIGN_IN_TIME && begun.visitor == visitor);
        let Begun { nonce, verifier, redirect, .. } = begun.ok_or(ProviderError::Expired)?;
        let code = code.ok_or_else(|| ProviderError::Refused("the provider gave no code".to_owned()))?;
        let metadata = self.metadata(false).await?;
        let url = RedirectUrl::new(redirect).map_err(|why| ProviderError::Away(why.to_string()))?;
        let methods = metadata.token_endpoint_auth_methods_supported().cloned().unwrap_or_default();
        let by_body = methods.contains(&CoreClientAuthMethod::ClientSecretPost)
            && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic);
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.settings.client.clone()),
            self.secret(),
        )
        .set_redirect_uri(url)
        .set_auth_type(if by_body { AuthType::RequestBody } else { AuthType::BasicAuth });
        let refused = |why: &dyn std::error::Error| ProviderError::Refused(chain(why));
        let exchange = client.exchange_code(AuthorizationCode::new(code)).map_err(|why| refused(&why))?;
        let answer = exchange.set_pkce_verifier(verifier).request_async(&self.http).await;
        let answer = answer.map_err(|why| refused(&why))?;
        let token =
            answer.id_token().ok_or_else(|| ProviderError::Refused("there is no id token".to_owned()))?;
        match self.claims(token, &nonce, answer.access_token(), false).await {
            Ok(user) => Ok(user),
            // The provider may have new keys.
            Err(_) => self.claims(token, &nonce, answer.access_token(), true).await,
        }
    }

    /// The user of an id token: its signature, issuer, audience, time, nonce and access token are verified.
    async fn claims(
        &self,
        token: &CoreIdToken,
        nonce: &Nonce,
        access: &AccessToken,
        fresh: bool,
    ) -> Result<User, ProviderError> {
        let refused = |why: &dyn std::error::Error| ProviderError::Refused(chain(why));
        let client = CoreClient::from_provider_metadata(
            self.metadata(fresh).await?,
            ClientId::new(self.settings.client.clone()),
            self.secret(),
        );
        let verifier = client.id_token_verifier().set_allowed_algs(SIGNED);
        let claims = token.claims(&verifier, nonce).map_err(|why| refused(&why))?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = token.signing_alg().map_err(|why| refused(&why))?;
            let key = token.signing_key(&verifier).map_err(|why| refused(&why))?;
            let found = AccessTokenHash::from_token(access, algorithm, key).map_err(|why| refused(&why))?;
            if found != *expected {
                return Err(ProviderError::Refused("the access token is that of another user".to_owned()));
            }
        }
        let identity =
            Identity { issuer: claims.issuer().to_string(), subject: claims.subject().to_string() };
        Ok(User { identity, name: name(claims) })
    }

    /// A ticket for a user without an account, with which the browser of the visitor may make one.
    pub(crate) fn ticket(&self, visitor: &str, identity: Identity) -> Result<String, Failure> {
        let ticket = secret::session()?;
        let kept = Ticket { at: Instant::now(), visitor: visitor.to_owned(), identity };
        insert(&self.tickets, ticket.clone(), kept, |ticket| ticket.at);
        Ok(ticket)
    }

    /// The user of a ticket, which stays valid: the name may be refused.
    pub(crate) fn user(&self, visitor: &str, ticket: &str) -> Option<Identity> {
        let tickets = self.tickets.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tickets.get(ticket)?;
        let is_valid = found.at.elapsed() < SIGN_IN_TIME && found.visitor == visitor;
        is_valid.then(|| found.identity.clone())
    }

    /// Ends a ticket.
    pub(crate) fn used(&self, ticket: &str) {
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner).remove(ticket);
    }
}

/// The name that a provider suggests.
fn name(claims: &CoreIdTokenClaims) -> String {
    let preferred = claims.preferred_username().map(|name| name.to_string());
    let full = claims.name().and_then(|names| names.get(None)).map(|name| name.to_string());
    // An address is nobody's name here: everybody would see it.
    [preferred, full].into_iter().flatten().find(|name| !name.contains('@')).unwrap_or_default()
}

/// An error with its causes.
fn chain(why: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(why), |why| why.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
