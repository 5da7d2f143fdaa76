import Exports
package import HTTPServer

/// What the service says of itself, and its start page.
package struct ServiceRoutes: Sendable {
    /// What `/healthz` tells; asked anew for each answer.
    package struct Health: Sendable {
        let version: String
        let regions: [String]
        let unreadRegions: [UnreadRegion]
        let models: [Model]
        /// `ready`, or why there is no picture classification.
        let imageClassification: String

        /// A region that is left out, and why.
        package struct UnreadRegion: Sendable {
            let name, message: String

            package init(name: String, message: String) {
                self.name = name
                self.message = message
            }
        }

        /// A picture model and how it fares.
        package struct Model: Sendable {
            let name, state: String
            /// The higher taxon it is about.
            let group: String?
            /// Why it failed.
            let message: String?

            package init(name: String, state: String, group: String?, message: String?) {
                self.name = name
                self.state = state
                self.group = group
                self.message = message
            }
        }

        package init(
            version: String, regions: [String], unreadRegions: [UnreadRegion] = [],
            models: [Model], imageClassification: String
        ) {
            self.version = version
            self.regions = regions
            self.unreadRegions = unreadRegions
            self.models = models
            self.imageClassification = imageClassification
        }
    }

    private let health: @Sendable () -> Health

    package init(health: @escaping @Sendable () -> Health) { self.health = health }

    package var routes: [Route] {
        let page = [
            ("/", "text/html; charset=utf-8", PackageResources.index_html),
            ("/app.css", "text/css; charset=utf-8", PackageResources.app_css),
            ("/app.js", "text/javascript; charset=utf-8", PackageResources.app_js),
            ("/icon.svg", "image/svg+xml", PackageResources.icon_svg),
        ].map { path, type, bytes in
            Route("GET", path) { _ in
                Response(contentType: type, headers: Self.pageHeaders, body: .bytes(bytes))
            }
        }
        return page + [
            Route("GET", "/openapi.json") { _ in
                Response(
                    contentType: "application/json",
                    headers: [.init("Cache-Control", "no-cache")],
                    body: .bytes(PackageResources.openapi_json))
            },
            Route("GET", "/healthz", handler: healthz),
        ]
    }

    /// The page loads nothing from elsewhere and is framed by no one.
    private static let pageHeaders: [Response.Header] = [
        .init(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' blob:; object-src 'none'; form-action 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'"),
        .init("Cross-Origin-Opener-Policy", "same-origin"),
        .init("Permissions-Policy", "camera=(self), geolocation=(self), microphone=(), payment=()"),
        .init("Cache-Control", "no-cache"),
    ]

    @Sendable private func healthz(_ request: Request) throws -> Response {
        let health = health()
        var json = JSONWriter()
        json.object { json in
            json.member("status", "ok")
            json.member("version", health.version)
            json.array("regions") { json in for region in health.regions { json.value(region) } }
            json.array("unreadRegions") { json in
                for region in health.unreadRegions {
                    json.object { json in
                        json.member("name", region.name)
                        json.member("message", region.message)
                    }
                }
            }
            json.array("models") { json in
                for model in health.models { json.value(model.name) }
            }
            json.array("modelStates") { json in
                for model in health.models {
                    json.object { json in
                        json.member("name", model.name)
                        json.member("state", model.state)
                        json.member(ifPresent: "group", model.group)
                        json.member(ifPresent: "message", model.message)
                    }
                }
            }
            json.member("imageClassification", health.imageClassification)
        }
        return try .json(json)
    }
}
