"""Steps of the agents of ReCon (Wang et al. 2023, arXiv 2310.01320) that are worked out and not asked of a model.

What `recon` and its ablations are is data (`games/avalon/agents`); here is what their steps call, and what `recon_plus`
does with the worlds of its role (`lelma.knowledge`) where the paper has only a prompt.

Begin with `guessing`.
"""
